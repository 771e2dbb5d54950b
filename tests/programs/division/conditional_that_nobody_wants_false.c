// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 9
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    n > 0 ? (void)(5 / n) : (void)0;
    n > 3 && 6 % (n - 9);
    __builtin_expect(n > 5 ? 7 / (n - 9) : 0, 1);
    return 0;
}
