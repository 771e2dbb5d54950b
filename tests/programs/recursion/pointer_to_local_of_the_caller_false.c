// EXPECT: FALSE
extern void reach_error(void);

void f(int *p, int n)
{
    int loc = n;
    if (n > 0)
        f(&loc, n - 1);
    *p = *p + loc;
}

int main()
{
    int r = 0;
    f(&r, 3);
    if (r == 6)
        reach_error();
    return 0;
}
