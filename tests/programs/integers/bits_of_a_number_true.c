// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    static int counts[33];
    unsigned x = __VERIFIER_nondet_uint();
    counts[__builtin_popcount(x)] = 1;
    if (__builtin_parity(x) != __builtin_popcount(x) % 2 || __builtin_bswap32(__builtin_bswap32(x)) != x)
        reach_error();
    if (x == 0)
        return 0;
    int first = __builtin_clz(x), last = __builtin_ctz(x);
    if (x >> (31 - first) != 1 || (x >> last & 1) != 1 || (x & ((1u << last) - 1)) != 0)
        reach_error();
    if (__builtin_clzll(x) != first + 32 || __builtin_clrsb((int)(x >> 1)) != (first == 31 ? 31 : first))
        reach_error();
    return 0;
}
