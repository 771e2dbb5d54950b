// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned a = 5;
    int b = -10;
    if (!(a + b > 0 && (long)a + b < 0 && a * (unsigned long)b > 5))
        reach_error();
    return 0;
}
