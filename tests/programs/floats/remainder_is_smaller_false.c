// EXPECT: FALSE
// INPUT: -7
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x > -1e6 && x < 1e6 && fmod(x, 8) < 0)
        reach_error();
    return 0;
}
