// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -129.0 && x <= 127.0))
        return 1;
    signed char low = x;
    unsigned char high = x + 128;
    return low == high;
}
