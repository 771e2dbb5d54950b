// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * x; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n >= 0 ? twice(9 / n) : 0;
}
