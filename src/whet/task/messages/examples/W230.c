// whet verify --config bmc --set bmc.bound=10 W230.c
// Reason: loops were unrolled 10 times [W230]
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    while (s < n)
        s++;
    assert(s == n);
    return 0;
}
