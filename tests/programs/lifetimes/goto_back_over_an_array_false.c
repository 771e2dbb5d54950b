// EXPECT: FALSE
extern void reach_error(void);

int f(void)
{
    int *p = 0;
    int n = 0;
    int r = 0;
again:;
    int x[2] = {3, 4};
    if (n < 3) {
        if (p && p != x)
            r = 1;
        p = x;
        n++;
        goto again;
    }
    return r;
}
int main()
{
    if (!f())
        reach_error();
    return 0;
}
