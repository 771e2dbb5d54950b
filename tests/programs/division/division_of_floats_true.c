// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// ABOUT: a floating quotient is infinite
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    double q = 1.0 / n;
    return q > 1e9 && n;
}
