// EXPECT: TRUE
extern void reach_error(void);

int g = 0;
void setg(void)
{
    g = 5;
}

int main()
{
    __asm__ volatile(".macro mov2\ncall setg\n.endm\nmov2" ::: "memory");
    if (g != 5)
        reach_error();
    return 0;
}
