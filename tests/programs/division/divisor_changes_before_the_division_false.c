// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 1
// ABOUT: both divisions stand in one straight line
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), a, b;
    if (n < 1 || n > 3)
        return 0;
    a = 12 / n;
    n = n - 1;
    b = 12 / n;
    return a + b;
}
