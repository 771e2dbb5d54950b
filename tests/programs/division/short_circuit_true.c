// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// ABOUT: the right operand is evaluated only if the left one holds
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return b < 0 && a % b == 1;
}
