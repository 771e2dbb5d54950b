// EXPECT: TRUE
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main()
{
    _Bool b;
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c != 0)
        return 0;
    memcpy(&b, &c, 1);
    if (b)
        reach_error();
    return 0;
}
