// EXPECT: TRUE, or FALSE if assumed: left to right
extern void reach_error(void);

int a, b, c;
int *p = &a;
int f(void)
{
    p = &b;
    return 5;
}

int main()
{
    *p = f() + c;
    if (b != 5)
        reach_error();
    return 0;
}
