// EXPECT: FALSE
// PROPERTY: G valid-free
#include <stdlib.h>
int main(void)
{
    void (*release)(void *) = free;
    int *p = malloc(sizeof *p);
    free(p);
    release(p);
    return 0;
}
