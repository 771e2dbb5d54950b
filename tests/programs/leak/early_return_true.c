// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char *buffer = malloc(16);
    if (__VERIFIER_nondet_int() == 7)
        buffer[0] = 1;
    free(buffer);
    return 0;
}
