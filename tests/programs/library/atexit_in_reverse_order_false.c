// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
static int step;
static void first(void)
{
    if (step != 2)
        reach_error();
}
static void second(void)
{
    if (step != 1)
        reach_error();
    step = 2;
}
int main(void)
{
    if (atexit(second) != 0 || atexit(first) != 0)
        reach_error();
    step = 1;
    return 0;
}
