// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n, m = __VERIFIER_nondet_int();
    if (m > 0)
        n = m;
    return m > 0 ? 5 % n : 0;
}
