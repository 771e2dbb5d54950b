// EXPECT: TRUE
// PROPERTY: G ! shift-range
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bits = __VERIFIER_nondet_int();
    if (bits < 0 || bits > 32)
        return 1;
    unsigned mask = bits == 32 ? ~0u : (1u << bits) - 1;
    return mask == 0;
}
