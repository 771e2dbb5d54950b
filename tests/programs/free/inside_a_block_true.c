// EXPECT: TRUE
// PROPERTY: G valid-free
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    char *q = p + 0;
    free(q);
    return 0;
}
