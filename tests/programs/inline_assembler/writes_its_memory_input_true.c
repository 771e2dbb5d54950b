// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    int d;
    __asm__ volatile("movl $9,%1" : "=r"(d) : "m"(x));
    if (x != 9)
        reach_error();
    return 0;
}
