// EXPECT: TRUE
// PROPERTY: G valid-deref
// NOT COMPILED: it may ask for more memory than there is
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main()
{
    unsigned long n = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
    if (n > (unsigned long) -1 / sizeof(int) || i >= n)
        return 0;
    int *a = malloc(n * sizeof *a);
    a[i] = 0;
    return 0;
}
