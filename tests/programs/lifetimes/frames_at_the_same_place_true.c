// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int *f(void)
{
    int x = 1;
    int *p = &x;
    return p;
}

int *g(void)
{
    int y = 2;
    int *p = &y;
    return p;
}

int main()
{
    int *a = f();
    int *b = g();
    if (a != b)
        reach_error();
    return 0;
}
