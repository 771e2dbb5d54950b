// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    ({ n++; 5 / (n - 1); });
    return n;
}
