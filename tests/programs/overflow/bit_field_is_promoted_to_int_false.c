// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483647
extern unsigned __VERIFIER_nondet_uint(void);

struct counter {
    unsigned long_enough : 31;
    unsigned whole : 32;
    int small : 3;
};

int main(void)
{
    struct counter c;
    c.long_enough = __VERIFIER_nondet_uint();
    c.whole = __VERIFIER_nondet_uint();
    c.small = 3;
    c.small++;
    c.whole++;
    return c.long_enough + 1;
}
