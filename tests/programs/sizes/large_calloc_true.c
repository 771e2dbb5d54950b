// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = calloc(100000, 4);
    p[99999] = 3;
    int *q = calloc(100000, 4);
    if (!(p[99999] == 3 && q[99999] == 0))
        reach_error();
    return 0;
}
