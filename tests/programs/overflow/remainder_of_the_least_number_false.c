// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -9223372036854775808
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long value = __VERIFIER_nondet_longlong();
    int step = -1;
    value %= step;
    return value != 0;
}
