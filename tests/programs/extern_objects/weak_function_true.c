// EXPECT: TRUE
extern void reach_error(void);

__attribute__((weak)) int f(void)
{
    return 1;
}

int main()
{
    if (f() != 1)
        reach_error();
    return 0;
}
