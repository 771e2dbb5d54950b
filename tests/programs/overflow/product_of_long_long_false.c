// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 3037000500
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long side = __VERIFIER_nondet_longlong();
    if (side < 0 || side > 3037000500LL)
        return 1;
    return side * side > 100;
}
