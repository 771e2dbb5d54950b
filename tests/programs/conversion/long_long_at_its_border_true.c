// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long n = __VERIFIER_nondet_longlong();
    double d = (double)n;
    if (d >= 9223372036854775808.0)
        return 1;
    return (long long)d == n;
}
