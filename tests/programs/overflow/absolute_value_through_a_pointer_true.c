// EXPECT: TRUE
// PROPERTY: G ! overflow
// NOT COMPILED: gcc does not look into library functions
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int offset = __VERIFIER_nondet_int();
    if (offset == -2147483647 - 1)
        return 0;
    int (*absolute)(int) = abs;
    return absolute(offset) == 7;
}
