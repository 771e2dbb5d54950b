// EXPECT: FALSE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    
    p = malloc(8);
    free(p);
    return 0;
}
