// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 1;
    __asm__ volatile("movl $5,(%0)" ::"r"(&x) : "memory");
    if (x != 5)
        reach_error();
    return 0;
}
