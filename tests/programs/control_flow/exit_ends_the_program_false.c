// EXPECT: FALSE
// INPUT: 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    if (__VERIFIER_nondet_int()) {
        reach_error();
        abort();
    } else
        exit(0);
    reach_error();
    return 0;
}
