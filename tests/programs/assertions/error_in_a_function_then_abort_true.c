// EXPECT: TRUE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void fail(void)
{
    reach_error();
}

int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        fail();
        abort();
    }
    return 0;
}
