// EXPECT: TRUE
extern void reach_error(void);

int g;
void setg(void)
{
    g = 5;
}

int main()
{
    __asm__ volatile("call setg" ::: "memory", "rax");
    if (g != 5)
        reach_error();
    return 0;
}
