// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 31
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint() & 31;
    int mask = 1 << bit;
    return mask < 0;
}
