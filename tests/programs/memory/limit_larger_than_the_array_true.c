// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char line[9];
    unsigned limit = __VERIFIER_nondet_uint();
    if (limit > 16)
        return 0;
    snprintf(line, limit, "%s %x", "hello", 0xffu);
    return 0;
}
