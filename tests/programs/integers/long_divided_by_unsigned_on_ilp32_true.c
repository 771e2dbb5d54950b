// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    long a = -9;
    unsigned b = 2;
    if (a / b != 2147483643)
        reach_error();
    return 0;
}
