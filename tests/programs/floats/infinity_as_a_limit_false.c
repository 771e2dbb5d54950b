// EXPECT: FALSE
// INPUT: nan
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

static double least = INFINITY;

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x < least)
        least = x;
    if (least > 1e308 && least == HUGE_VAL && isnan(x))
        reach_error();
    return 0;
}
