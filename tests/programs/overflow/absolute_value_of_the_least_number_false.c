// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648
// NOT COMPILED: gcc does not look into library functions
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int offset = __VERIFIER_nondet_int();
    return abs(offset) == 7;
}
