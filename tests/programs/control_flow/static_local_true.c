// EXPECT: TRUE
extern void reach_error(void);

int cnt(void)
{
    static int c = 5;
    return c++;
}

int main()
{
    cnt();
    cnt();
    if (cnt() != 7)
        reach_error();
    return 0;
}
