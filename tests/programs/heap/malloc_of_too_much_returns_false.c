// EXPECT: FALSE, or TRUE if assumed: memory
// INPUT: 9223372036854710272
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main()
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 0x7fffffffffff0000UL)
        return 0;
    char *p = malloc(n);
    reach_error();
    return 0;
}
