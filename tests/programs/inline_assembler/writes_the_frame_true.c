// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3, d;
    __asm__ volatile("movl $9,-4 (%%rbp)\n" : "=r"(d)::"memory");
    if (x != 9)
        reach_error();
    return 0;
}
