// EXPECT: TRUE
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    static int seen[8];
    double x = __VERIFIER_nondet_double(), r = fmod(x, 8);
    if (x >= 0 && x < 1e6)
        seen[(int)r] = 1;
    if (x <= 0 && x > -1e6 && (fmod(x, -3) > 0 || fmod(x, -3) <= -3))
        reach_error();
    return 0;
}
