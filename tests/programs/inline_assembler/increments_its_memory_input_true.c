// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    int d = 0;
    __asm__ volatile("incl %1" : "+r"(d) : "m"(x) : "memory");
    if (x != 4)
        reach_error();
    return 0;
}
