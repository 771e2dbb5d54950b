// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 33
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    unsigned flags = 0x80000001u;
    if (bit >= 0 && bit < 32 && flags >> bit & 1)
        return 1;
    if (bit < 0 || flags >> bit & 1)
        return 2;
    return 0;
}
