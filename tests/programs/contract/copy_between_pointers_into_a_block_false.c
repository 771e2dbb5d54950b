// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 3
// NOT COMPILED: gcc does not look into library functions
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void move(char *to, const char *from)
{
    memcpy(to, from, 4);
}
int main(void)
{
    char *block = calloc(8, 1);
    unsigned distance = __VERIFIER_nondet_uint();
    if (distance >= 3 && distance <= 4)
        move(block + distance, block);
    free(block);
    return 0;
}
