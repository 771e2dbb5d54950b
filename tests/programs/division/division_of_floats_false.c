// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
// ABOUT: a floating quotient is infinite
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    double q = 1.0 / n;
    return q > 1e9 && 3 / n;
}
