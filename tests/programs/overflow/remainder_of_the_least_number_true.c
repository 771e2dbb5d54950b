// EXPECT: TRUE
// PROPERTY: G ! overflow
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long value = __VERIFIER_nondet_longlong();
    int step = -1;
    if (value <= -9223372036854775807LL)
        step = -2;
    value %= step;
    return value != 0;
}
