// EXPECT: ANY
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    *p = 5;
    free(p);
    if (*p == 5)
        reach_error();
    return 0;
}
