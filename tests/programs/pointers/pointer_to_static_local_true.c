// EXPECT: TRUE
extern void reach_error(void);

int *cnt(void)
{
    static int c;
    return &c;
}

int main()
{
    *cnt() = 9;
    if (*cnt() != 9)
        reach_error();
    return 0;
}
