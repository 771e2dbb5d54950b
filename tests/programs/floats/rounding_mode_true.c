// EXPECT: TRUE, or FALSE if assumed
#include <fenv.h>

extern void reach_error(void);

int main()
{
    volatile double a = 1.0, b = 3.0;
    double x = a / b;
    fesetround(FE_UPWARD);
    double y = a / b;
    if (x == y)
        reach_error();
    return 0;
}
