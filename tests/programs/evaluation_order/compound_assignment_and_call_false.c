// EXPECT: FALSE, or TRUE if assumed: left to right
extern void reach_error(void);

int x = 1;
int f(void)
{
    x = 10;
    return 1;
}

int main()
{
    x += f();
    if (x == 11)
        reach_error();
    return 0;
}
