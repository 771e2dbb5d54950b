// EXPECT: TRUE
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

static double least = INFINITY;

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x < least)
        least = x;
    if (isfinite(x) && least != x)
        reach_error();
    return 0;
}
