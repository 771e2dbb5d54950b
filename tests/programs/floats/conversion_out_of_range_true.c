// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    double d = 1e10;
    int i = (int)d;
    if (d < 1e10)
        reach_error();
    return 0;
}
