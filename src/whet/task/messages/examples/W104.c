// whet verify W104.c
// Assumed: W104.c:6:15: no allocation requests more than the whole memory [W104]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *p = malloc(__VERIFIER_nondet_uint());
    free(p);
    return 0;
}
