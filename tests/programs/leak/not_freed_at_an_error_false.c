// EXPECT: FALSE
// PROPERTY: G valid-memcleanup
// NOT COMPILED: gcc does not look for blocks that are still pointed to
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() == 1)
        __VERIFIER_error();
    free(p);
    return 0;
}
