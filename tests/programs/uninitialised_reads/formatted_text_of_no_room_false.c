// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: the value is whatever was there before
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main()
{
    char b[4];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof b)
        return 0;
    snprintf(b, n, "%u", n);
    return b[0];
}
