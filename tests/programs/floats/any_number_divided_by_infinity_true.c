// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double large = 1e308;
    double infinity = large * 10.0;
    double x = __VERIFIER_nondet_double();
    double quotient = x / infinity;
    if (quotient > 0.0)
        reach_error();
    return 0;
}
