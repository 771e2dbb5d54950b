// EXPECT: TRUE, or FALSE if assumed: memory
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    if (p == 0 && p != 0)
        reach_error();
    return 0;
}
