// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// MACHINE: both
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    long n = __VERIFIER_nondet_long();
    if (!(n + n) || n << 1 == 0)
        return 0;
    return 10 / n != 0;
}
