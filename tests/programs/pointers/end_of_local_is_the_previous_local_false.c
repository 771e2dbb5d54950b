// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int a[1], b[1];
    a[0] = 1;
    b[0] = 2;
    int *p = b + 1, *q = a;
    if (p == q)
        reach_error();
    return 0;
}
