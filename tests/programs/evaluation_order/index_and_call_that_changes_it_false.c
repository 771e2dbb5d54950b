// EXPECT: FALSE, or TRUE if assumed: left to right
extern void reach_error(void);

int i = 0;
int a[2];
int f(void)
{
    i = 1;
    return 7;
}

int main()
{
    a[i] = f();
    if (a[1] != 7)
        reach_error();
    return 0;
}
