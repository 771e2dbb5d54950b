// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 4 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a / b > 2)
        return 1;
    return 0;
}
