// EXPECT: TRUE
extern void reach_error(void);

int g;
void setg(void)
{
    g = 5;
}

int main()
{
    int d;
    __asm__ volatile("movl $1,%0 # x\n\tcall setg" : "=r"(d)::"memory");
    if (g != 5)
        reach_error();
    return 0;
}
