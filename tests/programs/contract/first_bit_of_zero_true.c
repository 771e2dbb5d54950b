// EXPECT: TRUE
// PROPERTY: G ! library-contract
extern unsigned __VERIFIER_nondet_uint(void);
static int length(unsigned number)
{
    return number == 0 ? 0 : 32 - __builtin_clz(number);
}
int main(void)
{
    unsigned number = __VERIFIER_nondet_uint();
    return length(number) > 8 || __builtin_ctzll(number | 8ull) > 3;
}
