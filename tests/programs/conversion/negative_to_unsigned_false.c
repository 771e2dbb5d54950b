// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: -1
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x >= -1.0 && x < 4294967296.0))
        return 1;
    unsigned n = (unsigned)x;
    return n == 7;
}
