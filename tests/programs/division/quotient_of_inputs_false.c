// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 4 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 3)
        return x / y;
    return 0;
}
