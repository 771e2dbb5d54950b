// whet verify --check assertion W114.c
// Assumed: W114.c:8:9: __builtin_unreachable is never reached [W114]
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        __builtin_unreachable();
    assert(x != 3);
    return 0;
}
