// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 0
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned x, unsigned n)
{
    return x << n | x >> (32 - n);
}

int main(void)
{
    return rotate(0x12345678u, __VERIFIER_nondet_uint() & 31) == 0;
}
