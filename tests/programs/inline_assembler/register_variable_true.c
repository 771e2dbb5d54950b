// EXPECT: TRUE
extern void reach_error(void);

register int r __asm__("rbx");
int main()
{
    r = 5;
    if (r != 5)
        reach_error();
    return 0;
}
