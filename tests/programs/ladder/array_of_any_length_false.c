// EXPECT: FALSE
// COMMAND: whet verify
// INPUT: 1
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i <= n; i++)
        a[i] = 0;
    free(a);
    return 0;
}
