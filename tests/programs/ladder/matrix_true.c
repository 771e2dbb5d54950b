// EXPECT: TRUE
// COMMAND: whet verify --check memory
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n > 1000 || m > 1000)
        return 0;
    int *a = malloc(n * m * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            a[i * m + j] = 0;
    free(a);
    return 0;
}
