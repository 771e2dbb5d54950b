// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 1, y = 2;
    __asm__ volatile("xchgl %0,%1" : "+r"(x), "+m"(y));
    if (!(x == 2 && y == 1))
        reach_error();
    return 0;
}
