// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    volatile int x = 1;
    volatile int *p = &x;
    *p = 2;
    if (x != 2)
        reach_error();
    return 0;
}
