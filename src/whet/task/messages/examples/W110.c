// whet verify --check assertion W110.c
// Assumed: W110.c:7:5: every variable-length array has a positive length [W110]
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    char a[n];
    assert(sizeof a == n);
    return 0;
}
