// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    double d = 1.8446744073709550e19;
    unsigned long u = d;
    if (u <= 0xfffffffffffff000UL)
        reach_error();
    return 0;
}
