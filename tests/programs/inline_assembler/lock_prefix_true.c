// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    __asm__ volatile("lock incl %0" ::"m"(x) : "memory");
    if (x != 4)
        reach_error();
    return 0;
}
