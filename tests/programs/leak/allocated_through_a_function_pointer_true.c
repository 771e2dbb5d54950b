// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
static void *nothing(size_t size) { return 0; }
int main(void)
{
    void *(*make)(size_t) = malloc;
    make = nothing;
    int *p = make(sizeof *p);
    p = 0;
    return p != 0;
}
