// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned long u = 0xffffffffffffffffUL;
    double d = u;
    if (d != 18446744073709551616.0)
        reach_error();
    return 0;
}
