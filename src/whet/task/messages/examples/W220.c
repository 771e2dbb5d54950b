// whet verify --config refsel --time-limit 1s W220.c
// Reason: 1s of CPU time was used while refining [W220]
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x > 1 && y > 1)
        assert(x * y != 13372101884243077687ul);
    return 0;
}
