// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 2 3
// ABOUT: the divisor is a quotient
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 2 || a > 9 || b < 1 || b > 3)
        return 0;
    return 100 / (a / b);
}
