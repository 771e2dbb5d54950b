// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 7
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int number = __VERIFIER_nondet_int();
    char *copy = number > 9 ? malloc(4) : 0;
    if (number > 5) {
        memcpy(copy, "abc", 4);
        free(copy);
    }
    return 0;
}
