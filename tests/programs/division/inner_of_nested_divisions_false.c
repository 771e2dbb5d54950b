// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 20 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 20 || a > 30 || b < 0 || b > 4)
        return 0;
    return 100 / (a / b);
}
