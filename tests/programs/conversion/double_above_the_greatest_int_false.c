// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 2147483648
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double seconds = __VERIFIER_nondet_double();
    if (!(seconds > -2147483649.0 && seconds <= 2147483648.0))
        return 1;
    return (int)seconds;
}
