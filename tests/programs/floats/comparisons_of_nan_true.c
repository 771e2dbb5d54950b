// EXPECT: TRUE
#include <math.h>

extern void reach_error(void);

int main()
{
    double n = NAN;
    if (!(!(n < 1) && !(n >= 1) && n != n && !(n == n) && fmax(n, 1.0) == 1.0))
        reach_error();
    return 0;
}
