// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 1000
// NOT COMPILED: gcc does not look into library functions
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
static int count(int (*belongs)(int), int c)
{
    return belongs(c) ? 1 : 0;
}
int main(void)
{
    int c = __VERIFIER_nondet_int();
    return count(isdigit, c);
}
