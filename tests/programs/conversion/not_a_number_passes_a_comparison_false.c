// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: nan
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double level = __VERIFIER_nondet_double();
    if (level < 0.0 || level > 100.0)
        return 1;
    return (int)level;
}
