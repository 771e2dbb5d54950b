// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    unsigned long u = 1;
    u <<= 31;
    long l = (long)u;
    if (l >= 0)
        reach_error();
    return 0;
}
