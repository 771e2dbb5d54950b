// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 1;
    long y = x << 31;
    unsigned long z = 1UL << 63;
    if (!(y == -2147483648L && (long)z < 0 && (x << 31 >> 31) == -1))
        reach_error();
    return 0;
}
