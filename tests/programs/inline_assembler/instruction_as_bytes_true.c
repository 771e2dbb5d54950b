// EXPECT: TRUE
extern void reach_error(void);

int g = 0;
int main()
{
    __asm__ volatile(".byte 0xc7,0x05\n.long g-.-8\n.long 5" ::: "memory");
    if (g != 5)
        reach_error();
    return 0;
}
