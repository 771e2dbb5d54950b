// EXPECT: FALSE
// INPUT: 2
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    char to[4] = "xyz";
    unsigned n = __VERIFIER_nondet_uchar();
    if (n < 2 || n > 4)
        return 0;
    strncpy(to, "ab", n);
    if (to[2] != 0 && memcmp(to, "ab", 2) == 0)
        reach_error();
    return 0;
}
