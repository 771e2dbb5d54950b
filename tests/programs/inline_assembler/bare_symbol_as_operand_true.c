// EXPECT: TRUE
extern void reach_error(void);

int g;
int main()
{
    int d;
    __asm__ volatile("movl $5,g\n\tmovl $1,%0" : "=r"(d)::"memory");
    if (g != 5)
        reach_error();
    return 0;
}
