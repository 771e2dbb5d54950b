// EXPECT: FALSE
// INPUT: nan
// ABOUT: a NaN differs from itself
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (f != f)
        reach_error();
    return 0;
}
