// EXPECT: TRUE
// PROPERTY: G valid-memcleanup
// NOT COMPILED: gcc does not look for blocks that are still pointed to
#include <stdlib.h>
static int *table;
static void clean(void)
{
    free(table);
}
int main(int argc, char **argv)
{
    atexit(clean);
    table = malloc(4 * sizeof *table);
    if (argc > 3)
        exit(1);
    return 0;
}
