// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    long double a = 1.0L;
    a = a + 0x1p-63L;
    if (!(a != 1.0L && (double)a == 1.0))
        reach_error();
    return 0;
}
