// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    double d = 4.9406564584124654e-324;
    if (!(d > 0 && d / 2 == 0 && d * 0.75 == d))
        reach_error();
    return 0;
}
