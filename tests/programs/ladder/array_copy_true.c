// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    int *a = calloc(n, sizeof *a), *b = malloc(n * sizeof *b);
    for (unsigned i = 0; i < n; i++)
        b[i] = a[i];
    free(a);
    free(b);
    return 0;
}
