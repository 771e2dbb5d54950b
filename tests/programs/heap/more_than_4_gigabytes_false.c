// EXPECT: FALSE
// INPUT: 2000000000
// NOT COMPILED: it needs 8 GB of memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n <= 1500000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    a[1400000000] = 1;
    reach_error();
    return 0;
}
