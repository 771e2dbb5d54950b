// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5;
    {
        int x = x + 1;
        (void)x;
    }

    struct S {
        int a, b;
    } s = {1, s.a};
    if (x != 5)
        reach_error();
    return 0;
}
