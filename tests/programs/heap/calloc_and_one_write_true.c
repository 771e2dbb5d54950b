// EXPECT: TRUE
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main()
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 100)
        return 0;
    int *p = calloc(n, 4);
    if (!p)
        return 0;
    p[n - 1] = 3;
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= n)
        return 0;
    if (p[k] != 0 && k != n - 1)
        reach_error();
    return 0;
}
