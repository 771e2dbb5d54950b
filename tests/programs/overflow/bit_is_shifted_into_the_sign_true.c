// EXPECT: TRUE
// PROPERTY: G ! overflow
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint() & 31;
    int mask = (int)(1u << bit);
    return mask < 0;
}
