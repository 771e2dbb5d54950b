// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    long a = -9;
    unsigned b = 2;
    if (!(a / b == -4 && a % b == -1))
        reach_error();
    return 0;
}
