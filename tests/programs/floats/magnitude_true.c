// EXPECT: TRUE
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    double magnitude = fabs(x);
    if (magnitude < 0.0)
        reach_error();
    if (magnitude <= 2.0 && (x > 2.0 || x < -2.0))
        reach_error();
    if ((magnitude != magnitude) != (x != x))
        reach_error();
    return 0;
}
