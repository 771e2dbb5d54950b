// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    double z = 0.0;
    union {
        double d;
        unsigned long u;
    } u;
    u.d = z / z;
    if (u.u != 0x7ff8000000000000UL)
        reach_error();
    return 0;
}
