// EXPECT: FALSE, or TRUE if assumed: left to right
extern void reach_error(void);

int stop(void)
{
    __asm__ volatile("ud2");
    return 1;
}

int fail(void)
{
    reach_error();
    return 1;
}

int second(int a, int b)
{
    return b;
}

int main(void)
{
    second(stop(), fail());
    return 0;
}
