// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
// ABOUT: an input may be zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 100 / x;
    return 0;
}
