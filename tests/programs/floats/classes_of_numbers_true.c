// EXPECT: TRUE
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (isnan(x)) {
        if (x == x || isfinite(x) || isinf(x))
            reach_error();
    } else if (isinf(x)) {
        if (isfinite(x) || x - x == 0.0)
            reach_error();
    } else if (!isfinite(x) || x - x != 0.0) {
        reach_error();
    }
    return 0;
}
