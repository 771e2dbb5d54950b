// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 0
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static const char *name(int number)
{
    return number > 0 && number < 3 ? "known" : 0;
}
int main(void)
{
    const char *found = name(__VERIFIER_nondet_int());
    return strlen(found) == 7;
}
