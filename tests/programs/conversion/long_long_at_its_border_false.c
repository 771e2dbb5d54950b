// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 9223372036854775807
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long n = __VERIFIER_nondet_longlong();
    double d = (double)n;
    return (long long)d == n;
}
