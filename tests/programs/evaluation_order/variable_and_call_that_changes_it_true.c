// EXPECT: TRUE, or FALSE if assumed: left to right
extern void reach_error(void);

int x = 1;
int f(void)
{
    x = 10;
    return 1;
}

int main()
{
    int y = x + f();
    if (y != 11)
        reach_error();
    return 0;
}
