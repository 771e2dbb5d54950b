// EXPECT: TRUE
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    assert(x % 2 != 3);
    return 0;
}
