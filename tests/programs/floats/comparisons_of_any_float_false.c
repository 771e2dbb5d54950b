// EXPECT: FALSE
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main()
{
    float f = __VERIFIER_nondet_float();
    if (f <= 0.0f && f >= 0.0f)
        reach_error();
    if (f == f && f - f != 0 && f < 1e30f && f > -1e30f)
        reach_error();
    return 0;
}
