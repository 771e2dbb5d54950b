// EXPECT: FALSE
// INPUT: 65536
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0 && __builtin_ctz(x) == 16 && __builtin_popcount(x) < 2)
        reach_error();
    return 0;
}
