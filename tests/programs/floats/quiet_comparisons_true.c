// EXPECT: TRUE
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    int ordered = isless(x, y) + isgreater(x, y) + (x == y);
    if (ordered + isunordered(x, y) != 1)
        reach_error();
    if (islessgreater(x, y) != (isless(x, y) || isgreater(x, y)))
        reach_error();
    return 0;
}
