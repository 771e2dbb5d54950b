// EXPECT: TRUE
// PROPERTY: G valid-free
#include <stdlib.h>
static void keep(void *p) { (void)p; }
int main(void)
{
    void (*release)(void *) = free;
    int *p = malloc(sizeof *p);
    release = keep;
    release(p);
    free(p);
    return 0;
}
