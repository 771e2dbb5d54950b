// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    double d = -0.0;
    if (!(d == 0.0))
        reach_error();
    if (1.0 / d < 0)
        reach_error();
    return 0;
}
