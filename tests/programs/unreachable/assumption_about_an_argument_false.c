// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 0
#define assume(condition) \
    do { \
        if (!(condition)) \
            __builtin_unreachable(); \
    } while (0)
extern int __VERIFIER_nondet_int(void);
static int half(int n)
{
    assume(n > 0);
    return n / 2;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n >= 0 ? half(n) : 0;
}
