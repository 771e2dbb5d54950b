// EXPECT: FALSE
// PROPERTY: G valid-memtrack
// INPUT: 7
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char *buffer = malloc(16);
    if (__VERIFIER_nondet_int() == 7)
        return 1;
    free(buffer);
    return 0;
}
