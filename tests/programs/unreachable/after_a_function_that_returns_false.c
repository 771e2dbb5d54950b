// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void leave(int status)
{
    if (status > 0)
        exit(status);
}
int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status < 0)
        return 0;
    leave(status);
    __builtin_unreachable();
}
