// EXPECT: FALSE
extern void reach_error(void);

int f(int n)
{
    return n == 0 ? 0 : 1 + f(n - 1);
}

int main()
{
    if (f(2000) == 2000)
        reach_error();
    return 0;
}
