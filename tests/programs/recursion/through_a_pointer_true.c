// EXPECT: TRUE
extern void reach_error(void);

int f(int x)
{
    if (x == 0)
        return 0;
    int (*g)(int) = f;
    return 1 + g(x - 1);
}

int main()
{
    if (f(3) != 3)
        reach_error();
    return 0;
}
