// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
static int step;
static void first(void)
{
    if (step != 2)
        reach_error();
}
static void meanwhile(void)
{
    if (step != 2)
        reach_error();
    step = 3;
}
static void second(void)
{
    atexit(meanwhile);
    step = 2;
}
int main(void)
{
    atexit(first);
    atexit(second);
    exit(0);
}
