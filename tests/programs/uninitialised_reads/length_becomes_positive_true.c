// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
#include <stdlib.h>
extern short __VERIFIER_nondet_short(void);
int main(void)
{
    short n = __VERIFIER_nondet_short();
    if (n < -1 || n > 2)
        return 0;
    char *block = malloc((unsigned short)n);
    for (int i = 0; i < n; i++)
        block[i] = 1;
    int r = n > 0 && block[0] > 3;
    free(block);
    return r;
}
