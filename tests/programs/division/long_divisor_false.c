// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// MACHINE: both
// INPUT: 0
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    long n = __VERIFIER_nondet_long();
    if ((int)n == 5)
        return 0;
    return 10 / n != 0;
}
