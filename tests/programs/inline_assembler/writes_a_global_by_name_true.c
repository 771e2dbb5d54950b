// EXPECT: TRUE
extern void reach_error(void);

int g = 1;
int main()
{
    __asm__ volatile("movl $5,g(%%rip)" ::: "memory");
    if (g != 5)
        reach_error();
    return 0;
}
