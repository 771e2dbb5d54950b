// EXPECT: TRUE
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main()
{
    float f = __VERIFIER_nondet_float();
    if (f + 1.0f == f && f < 1e6f && f > 0)
        reach_error();
    return 0;
}
