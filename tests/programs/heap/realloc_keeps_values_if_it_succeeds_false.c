// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(8);
    if (!p)
        return 0;
    p[0] = 5;
    p[1] = 6;
    p = realloc(p, 16);
    if (!(p && p[1] != 6))
        reach_error();
    return 0;
}
