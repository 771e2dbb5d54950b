// EXPECT: TRUE
// PROPERTY: G ! shift-range
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned x, unsigned n)
{
    return x << n | x >> (-n & 31);
}

int main(void)
{
    return rotate(0x12345678u, __VERIFIER_nondet_uint() & 31) == 0;
}
