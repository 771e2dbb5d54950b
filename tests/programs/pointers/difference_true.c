// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int a[10];
    int *p = a + 7;
    int *q = &a[2];
    a[5] = 1;
    if (!(p - q == 5 && *(p - 2) == 1))
        reach_error();
    return 0;
}
