// EXPECT: TRUE
// PROPERTY: G ! library-contract
extern int __VERIFIER_nondet_int(void);
static int numbers[4];
__attribute__((returns_nonnull)) static int *place(int index)
{
    if (index < 0 || index > 3)
        return numbers;
    return &numbers[index];
}
int main(void)
{
    return place(__VERIFIER_nondet_int()) == 0;
}
