// EXPECT: FALSE
// INPUT: nan
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!islessequal(x, 0.0) && !isgreater(x, 0.0))
        reach_error();
    return 0;
}
