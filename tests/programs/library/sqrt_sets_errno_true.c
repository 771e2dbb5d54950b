// EXPECT: TRUE
#include <errno.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main()
{
    errno = 0;
    double d = __VERIFIER_nondet_double();
    double r = sqrt(d * d);
    if (r < 0)
        reach_error();
    return 0;
}
