// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 1 0
extern int __VERIFIER_nondet_int(void);

struct fraction { int numerator, denominator; };
int main(void)
{
    struct fraction f = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    if (f.denominator < 0)
        return 0;
    return f.numerator / f.denominator;
}
