// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
// ABOUT: the least number divided by -1 does not fit, which is no division by zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 0)
        return 0;
    return (-2147483647 - 1) / n;
}
