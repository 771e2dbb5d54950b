// EXPECT: FALSE
// INPUT: 3 2
#include <stdlib.h>

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar(), m = __VERIFIER_nondet_uchar();
    if (n < 3 || n > 6 || m < 2 || m > 6)
        return 0;
    short *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = 10 + i;
    p = realloc(p, m * sizeof *p);
    if (p[1] == 11)
        reach_error();
    return 0;
}
