// EXPECT: ANY
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    volatile float a = 16777216.0f, b = 1.0f;
    double d = a + b;
    if (d == 16777217.0)
        reach_error();
    return 0;
}
