// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main()
{
    char b[8];
    b[0] = '-';
    snprintf(b + 1, 3, "%d", __VERIFIER_nondet_int());
    return (int)strlen(b);
}
