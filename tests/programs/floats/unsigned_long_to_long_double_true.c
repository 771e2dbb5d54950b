// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned long u = 0xffffffffffffffffUL;
    long double l = u;
    if (!((unsigned long)l == u && l + 1.0L == 18446744073709551616.0L))
        reach_error();
    return 0;
}
