// EXPECT: TRUE
extern void reach_error(void);

int g;
__asm__(".text\n.globl init2\ninit2: movl $5,g(%rip)\n ret");
extern void init2(void);
int main()
{
    init2();
    if (g != 5)
        reach_error();
    return 0;
}
