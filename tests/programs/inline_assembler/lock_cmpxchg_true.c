// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3, o = 3;
    __asm__ volatile("lock cmpxchgl %2,%1" : "+a"(o), "+m"(x) : "r"(9) : "memory");
    if (x != 9)
        reach_error();
    return 0;
}
