// EXPECT: TRUE
// PROPERTY: G ! library-contract
// NOT COMPILED: gcc does not look into library functions
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char c = __VERIFIER_nondet_char();
    return isalpha((unsigned char)c) ? 1 : 0;
}
