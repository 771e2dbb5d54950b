// EXPECT: TRUE
// PROPERTY: G ! library-contract
// NOT COMPILED: gcc does not look into library functions
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        return 0;
    return toupper(c) == 'A';
}
