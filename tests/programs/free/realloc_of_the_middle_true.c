// EXPECT: TRUE
// PROPERTY: G valid-free
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    char *q = realloc(p, 8);
    free(q);
    return 0;
}
