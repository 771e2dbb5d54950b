// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    __asm__ volatile("nop # call reach_error");
    return 0;
}
