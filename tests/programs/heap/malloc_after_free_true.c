// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    if (p == 0)
        return 0;
    *p = 4;
    free(p);
    int *q = malloc(4);
    *q = 9;
    if (*q != 9)
        reach_error();
    return 0;
}
