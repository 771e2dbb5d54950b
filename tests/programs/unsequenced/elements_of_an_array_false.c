// EXPECT: FALSE
// PROPERTY: G ! unsequenced
// INPUT: 2
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    a[2] = a[i]++;
    return 0;
}
