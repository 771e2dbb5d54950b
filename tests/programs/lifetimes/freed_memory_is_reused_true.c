// EXPECT: TRUE, or FALSE if assumed
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    if (p != q)
        reach_error();
    return 0;
}
