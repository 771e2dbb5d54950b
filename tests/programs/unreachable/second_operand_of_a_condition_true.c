// EXPECT: TRUE
// PROPERTY: G ! unreachable-code
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= b)
        return -1;
    return a > b || (__builtin_unreachable(), 1);
}
