// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 9223372036854775807
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long double n = __VERIFIER_nondet_longlong();
    n += 1;
    return (long long)n == 12;
}
