// EXPECT: TRUE
extern void reach_error(void);

int g = 0;
int main()
{
    int d = 0;
    __asm__ volatile("{movl $5,g|mov g,5}" : "+r"(d)::"memory");
    if (g != 5)
        reach_error();
    return 0;
}
