// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 4
// ABOUT: C evaluates an expression statement
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 3)
        return 0;
    n / (n - 4);
    (void)(8 % (n - 4));
    return 1;
}
