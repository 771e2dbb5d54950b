// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 3 3
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < b)
        return -1;
    return a > b || (__builtin_unreachable(), 1);
}
