// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 32
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bits = __VERIFIER_nondet_int();
    if (bits < 0 || bits > 32)
        return 1;
    unsigned mask = (1u << bits) - 1;
    return mask == 0;
}
