// EXPECT: FALSE
// INPUT: 1
// ABOUT: a number and itself have all bits in common
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0 && (x ^ x) == 0)
        reach_error();
    return 0;
}
