// EXPECT: TRUE
// PROPERTY: G valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int local = 0, *p = malloc(4), *kept = p;
    if (__VERIFIER_nondet_int())
        p = &local;
    free(kept);
    return local;
}
