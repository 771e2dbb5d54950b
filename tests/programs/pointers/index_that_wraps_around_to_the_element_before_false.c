// EXPECT: FALSE
// MACHINE: both
// INPUT: 4611686018427387903
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int a[4] = {0, 0, 0, 0};
    int *p = &a[2];
    unsigned long i = __VERIFIER_nondet_ulong();
    p[i] = 7;
    if (p[-1] == 7)
        reach_error();
    return 0;
}
