// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: -2147483649
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x >= -2147483649.0 && x < 2147483647.9))
        return 1;
    int whole = x;
    return whole == 3;
}
