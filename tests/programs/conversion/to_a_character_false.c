// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 127
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -129.0 && x <= 127.0))
        return 1;
    signed char low = x;
    unsigned char high = x + 129;
    return low == high;
}
