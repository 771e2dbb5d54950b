// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x >= -2147483648.9 && x < 2147483647.9))
        return 1;
    int whole = x;
    return whole == 3;
}
