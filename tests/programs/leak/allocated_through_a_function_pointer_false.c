// EXPECT: FALSE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
int main(void)
{
    void *(*make)(size_t) = malloc;
    int *p = make(sizeof *p);
    p = 0;
    return p != 0;
}
