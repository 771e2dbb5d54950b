// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n, m = __VERIFIER_nondet_int();
    if (m > 0)
        n = m - 1;
    return m > 0 ? 5 % n : 0;
}
