// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int one = 1;
int main(void)
{
    int *place = &one;
    if (__VERIFIER_nondet_int() != 0)
        place = &one;
    return *place;
}
