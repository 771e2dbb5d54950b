// EXPECT: FALSE
#include <fenv.h>
extern void reach_error(void);
int main(void)
{
    int (*set)(int) = fesetround;
    volatile float a = 1.0f, b = 3.0f;
    float q = a / b;
    set(FE_UPWARD);
    float r = a / b;
    set(FE_DOWNWARD);
    float s = a / b;
    if (r != s || q != r)
        reach_error();
    return 0;
}
