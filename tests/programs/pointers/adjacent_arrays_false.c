// EXPECT: FALSE
extern void reach_error(void);

int a[2], b[2];
int overlap(int *p, int n, int *q, int m)
{
    return p + n == q || q + m == p;
}

int main()
{
    if (overlap(a, 2, b, 2))
        reach_error();
    return 0;
}
