// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long double n = __VERIFIER_nondet_longlong();
    n += 0.5L;
    return (long long)n == 12;
}
