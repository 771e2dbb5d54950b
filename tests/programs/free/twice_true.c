// EXPECT: TRUE
// PROPERTY: G valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() == 3) {
        free(p);
        p = 0;
    }
    free(p);
    return 0;
}
