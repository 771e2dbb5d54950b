// EXPECT: TRUE
extern void reach_error(void);

int f(void)
{
    int a[2] = {3};
    return a[0];
}

int main()
{
    int x = f();
    int y = f();
    if (x == 3 && y == 4)
        reach_error();
    return 0;
}
