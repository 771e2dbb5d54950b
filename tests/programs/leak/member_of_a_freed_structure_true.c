// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
struct box { int *inside; };
int main(void)
{
    struct box *b = malloc(sizeof *b);
    if (!b)
        return 1;
    b->inside = malloc(4);
    free(b->inside);
    free(b);
    return 0;
}
