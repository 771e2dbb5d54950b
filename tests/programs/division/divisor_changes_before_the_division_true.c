// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// ABOUT: both divisions stand in one straight line
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), a, b;
    if (n < 1 || n > 3)
        return 0;
    a = 12 / n;
    n = n - 4;
    b = 12 / n;
    return a + b;
}
