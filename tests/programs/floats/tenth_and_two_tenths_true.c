// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    double a = 0.1, b = 0.2;
    if (a + b == 0.3)
        reach_error();
    return 0;
}
