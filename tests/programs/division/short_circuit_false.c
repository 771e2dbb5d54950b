// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 4 0
// ABOUT: the right operand is evaluated only if the left one holds
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return b <= 0 && a % b == 1;
}
