// EXPECT: TRUE
// PROPERTY: G valid-memcleanup
// NOT COMPILED: gcc does not look for blocks that are still pointed to
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(4);
    int x = __VERIFIER_nondet_int();
    free(p);
    if (x == 1)
        abort();
    return 0;
}
