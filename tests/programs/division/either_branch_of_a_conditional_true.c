// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int b = __VERIFIER_nondet_int();
    int q = b == 0 ? 0 : 10 / b;
    return q;
}
