// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 3
extern int __VERIFIER_nondet_int(void);
static int numbers[4];
__attribute__((returns_nonnull)) static int *place(int index)
{
    return index < 3 ? &numbers[index & 3] : 0;
}
int main(void)
{
    return place(__VERIFIER_nondet_int()) == 0;
}
