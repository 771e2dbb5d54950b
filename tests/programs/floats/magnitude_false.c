// EXPECT: FALSE
// INPUT: -3.5
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (fabs(x) == 3.5 && x != 3.5)
        reach_error();
    return 0;
}
