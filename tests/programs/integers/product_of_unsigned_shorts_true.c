// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned short a = 65535, b = 65535;
    int x = a * b;
    if (x >= 0)
        reach_error();
    return 0;
}
