// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 15
extern int __VERIFIER_nondet_int(void);
struct narrow {
    int bits : 5;
};
int main(void)
{
    struct narrow n = {0};
    int a = __VERIFIER_nondet_int();
    if (a == 15 && __builtin_add_overflow_p(a, 1, n.bits) && !__builtin_add_overflow_p(a, 1, a))
        return 2147483647 + a;
    return 0;
}
