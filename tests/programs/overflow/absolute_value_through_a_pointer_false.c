// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648
// NOT COMPILED: gcc does not look into library functions
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int offset = __VERIFIER_nondet_int();
    int (*absolute)(int) = abs;
    return absolute(offset) == 7;
}
