// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

static int divisor = 3;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n / divisor;
}
