// EXPECT: FALSE, or TRUE if assumed: memory
// NOT COMPILED: malloc fails only when memory is used up
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    if (p == 0)
        reach_error();
    return 0;
}
