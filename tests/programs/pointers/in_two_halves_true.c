// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5;
    int *p = &x;
    unsigned long u = (unsigned long)p;
    unsigned lo = u, hi = u >> 32;
    int *q = (int *)(((unsigned long)hi << 32) | lo);
    *q = 9;
    if (x != 9)
        reach_error();
    return 0;
}
