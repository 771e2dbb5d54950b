// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    p[0] = 1;
    char *q = realloc(p, 8);
    if (!q) {
        free(p);
        return 1;
    }
    q[7] = p[0];
    free(q);
    return 0;
}
