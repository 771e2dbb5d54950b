// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    free(p);
    p = malloc(8);
    free(p);
    return 0;
}
