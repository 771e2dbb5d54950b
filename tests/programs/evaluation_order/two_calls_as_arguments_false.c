// EXPECT: FALSE, or TRUE if assumed: left to right
extern void reach_error(void);

int c = 0;
int nxt(void)
{
    return ++c;
}

int f(int a, int b)
{
    return a - b;
}

int main()
{
    if (f(nxt(), nxt()) > 0)
        reach_error();
    return 0;
}
