// whet verify --config predicate --time-limit 1s W220.c
// Reason: 1s of CPU time were used while refining [W220]
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < x; i++)
        s += y * i;
    assert(s != 7 * x * y + 3);
    return 0;
}
