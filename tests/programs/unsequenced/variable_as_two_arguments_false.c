// EXPECT: FALSE
// PROPERTY: G ! unsequenced
// INPUT: 1
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);

int sum(int a, int b)
{
    return a + b;
}

int main(void)
{
    int n = 3;
    if (__VERIFIER_nondet_int() == 1)
        return sum(n++, 2 * n);
    return 0;
}
