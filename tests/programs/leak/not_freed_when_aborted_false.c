// EXPECT: FALSE
// PROPERTY: G valid-memcleanup
// NOT COMPILED: gcc does not look for blocks that are still pointed to
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() == 1)
        abort();
    free(p);
    return 0;
}
