// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>

int main(void)
{
    int *p = calloc(4, sizeof *p);
    if (!p)
        return 1;
    int *q = reallocarray(p, 2, sizeof *q);
    if (!q) {
        free(p);
        return 0;
    }
    int last = q[1];
    free(q);
    return last;
}
