// EXPECT: TRUE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    if (abs(x) < 0 && x != -2147483647 - 1)
        reach_error();
    return 0;
}
