// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 16
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char line[8];
    unsigned limit = __VERIFIER_nondet_uint();
    if (limit > 16)
        return 0;
    snprintf(line, limit, "%s %x", "hello", 0xffu);
    return 0;
}
