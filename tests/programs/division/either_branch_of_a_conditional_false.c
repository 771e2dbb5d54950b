// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int b = __VERIFIER_nondet_int();
    int q = b == 1 ? 0 : 10 / b;
    return q;
}
