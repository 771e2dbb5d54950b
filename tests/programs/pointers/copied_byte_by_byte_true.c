// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5;
    int *p = &x, *q;
    unsigned char *a = (unsigned char *)&p, *b = (unsigned char *)&q;
    for (int i = 0; i < sizeof p; i++)
        b[i] = a[i];
    *q = 9;
    if (x != 9)
        reach_error();
    return 0;
}
