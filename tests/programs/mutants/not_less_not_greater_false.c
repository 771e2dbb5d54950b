// EXPECT: FALSE
// INPUT: nan
// ABOUT: a NaN is neither less nor at least as great
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (f < 1.0f)
        return 0;
    if (f >= 1.0f)
        return 0;
    reach_error();
    return 0;
}
