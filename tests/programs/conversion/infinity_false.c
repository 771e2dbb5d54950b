// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: inf
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double rate = __VERIFIER_nondet_double();
    if (!(rate >= 0.0))
        return 1;
    double share = 100.0 * (1.0 + rate);
    return (int)share;
}
