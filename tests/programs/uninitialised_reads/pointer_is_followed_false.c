// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: gcc does not look for it
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int one = 1;
int main(void)
{
    int *place;
    if (__VERIFIER_nondet_int() != 0)
        place = &one;
    return *place;
}
