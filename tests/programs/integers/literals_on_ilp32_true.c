// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    if (!(-2147483648 < 2147483647 && sizeof(2147483648) == 8 && sizeof(0x80000000) == 4 && 2147483648u > 0))
        reach_error();
    return 0;
}
