// EXPECT: TRUE
// PROPERTY: G ! unsequenced
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    a[3] = a[i]++;
    return 0;
}
