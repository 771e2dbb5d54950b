// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);
struct narrow {
    int bits : 5;
};
int main(void)
{
    struct narrow n = {0};
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (__builtin_add_overflow_p(a, 1, n.bits))
        return __builtin_sub_overflow_p(a, b, (int)0) ? 0 : a - b;
    return a + 1;
}
