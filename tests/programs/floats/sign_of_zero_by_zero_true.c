// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    double z = 0.0;
    double n = z / z;
    if (!__builtin_signbit(n))
        reach_error();
    return 0;
}
