// whet verify --config ki --set kinduction.deepest=2 --check assertion W233.c
// Reason: k-induction up to k = 2 does not prove the property [W233]
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_int()) {
        z = y;
        y = x * 3 + 5;
        x = x + y * z;
    }
    assert(x != 4711);
    return 0;
}
