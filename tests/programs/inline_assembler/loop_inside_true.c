// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 0;
    __asm__ volatile("1: inc %0; cmp $5,%0; jne 1b" : "+r"(x));
    if (x != 5)
        reach_error();
    return 0;
}
