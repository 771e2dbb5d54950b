// EXPECT: TRUE
// PROPERTY: G valid-memcleanup
// NOT COMPILED: gcc does not look for blocks that are still pointed to
#include <stdlib.h>
static int *kept;
int main(void)
{
    kept = malloc(4);
    free(kept);
    return 0;
}
