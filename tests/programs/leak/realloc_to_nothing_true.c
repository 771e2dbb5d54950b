// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    p = realloc(p, 0);
    return 0;
}
