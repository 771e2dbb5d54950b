// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int *p = 0;
    int n = 0;
again:;
    int x;
    x = n;
    if (!(p && p != &x))
        reach_error();
    p = &x;
    n++;
    if (n < 3)
        goto again;
    return 0;
}
