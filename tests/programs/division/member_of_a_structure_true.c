// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

struct fraction { int numerator, denominator; };
int main(void)
{
    struct fraction f = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    if (f.denominator < 1)
        return 0;
    return f.numerator / f.denominator;
}
