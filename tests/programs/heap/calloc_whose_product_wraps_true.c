// EXPECT: TRUE, or FALSE if assumed: memory
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main()
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n != 0x4000000000000001UL)
        return 0;
    int *p = calloc(n, 4);
    if (p)
        reach_error();
    return 0;
}
