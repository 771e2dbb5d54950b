// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 4294967295
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x < 0xffffffffu)
        return 0;
    return 7 / (x + 1) != 0;
}
