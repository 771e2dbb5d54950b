// EXPECT: TRUE, or FALSE if assumed: memory
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main()
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 0x7fffffffffff0000UL)
        return 0;
    char *p = malloc(n);
    if (p != 0)
        reach_error();
    return 0;
}
