// EXPECT: FALSE, or TRUE if assumed: left to right
extern void reach_error(void);

int i;
int a[2];
int f(void)
{
    return i++;
}

int g(int x, int y)
{
    return x * 10 + y;
}

int main()
{
    if (g(f(), f()) == 10)
        reach_error();
    return 0;
}
