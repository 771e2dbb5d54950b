// EXPECT: FALSE
// PROPERTY: G valid-free
// INPUT: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int local = 0, *p = malloc(4), *kept = p;
    if (__VERIFIER_nondet_int())
        p = &local;
    free(p);
    return local;
}
