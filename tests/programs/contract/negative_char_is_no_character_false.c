// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: -5
// NOT COMPILED: gcc does not look into library functions
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char c = __VERIFIER_nondet_char();
    return isalpha(c) ? 1 : 0;
}
