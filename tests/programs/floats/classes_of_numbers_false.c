// EXPECT: FALSE
// INPUT: -inf
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (isinf(x) < 0)
        reach_error();
    return 0;
}
