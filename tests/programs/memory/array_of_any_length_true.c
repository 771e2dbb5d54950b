// EXPECT: TRUE
// PROPERTY: G valid-deref
// NOT COMPILED: it may ask for more memory than there is
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0)
        return 0;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = 0;
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    return 0;
}
