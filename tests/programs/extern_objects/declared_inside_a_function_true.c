// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    extern int gg;
    int h(void);
    gg = 4;
    if (h() != 4)
        reach_error();
    return 0;
}
int gg;
int h(void)
{
    return gg;
}
