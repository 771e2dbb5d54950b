// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static const char *name(int number)
{
    return number > 0 && number < 3 ? "known" : 0;
}
int main(void)
{
    const char *found = name(__VERIFIER_nondet_int());
    return found != 0 && strlen(found) == 7;
}
