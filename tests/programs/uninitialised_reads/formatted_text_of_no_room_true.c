// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main()
{
    char b[4];
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > sizeof b)
        return 0;
    snprintf(b, n, "%u", n);
    return b[0];
}
