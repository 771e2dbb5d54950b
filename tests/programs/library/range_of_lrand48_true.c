// EXPECT: TRUE
#define _DEFAULT_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    static int seen[10];
    srand48(5);
    seen[lrand48() % 10] = 1;
    seen[(int)(drand48() * 10)] = 1;
    if (mrand48() > 2147483647)
        reach_error();
    return 0;
}
