// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 0
extern unsigned __VERIFIER_nondet_uint(void);
static int length(unsigned number)
{
    return 32 - __builtin_clz(number);
}
int main(void)
{
    unsigned number = __VERIFIER_nondet_uint();
    return length(number) > 8;
}
