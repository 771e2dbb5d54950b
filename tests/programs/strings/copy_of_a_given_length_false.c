// EXPECT: FALSE
// INPUT: 3
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    char from[6] = "hello", to[6] = "world";
    unsigned n = __VERIFIER_nondet_uchar();
    if (n < 3 || n > 5)
        return 0;
    memcpy(to, from, n);
    if (to[3] == from[3])
        reach_error();
    return 0;
}
