// EXPECT: FALSE
// INPUT: 2147483648
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    if (abs(x) < 0)
        reach_error();
    return 0;
}
