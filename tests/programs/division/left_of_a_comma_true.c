// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m;
    if (n == 0)
        return 0;
    m = (1 / n, 7);
    return m;
}
