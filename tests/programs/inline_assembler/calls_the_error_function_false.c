// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    __asm__ volatile("call reach_error");
    return 0;
}
