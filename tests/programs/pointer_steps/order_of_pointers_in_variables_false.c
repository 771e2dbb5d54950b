// EXPECT: FALSE
// PROPERTY: G ! pointer-range
// INPUT: 1
// NOT COMPILED: gcc does not look for it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int is_before(const char *one, const char *other)
{
    return one < other;
}
int main(void)
{
    char *block = malloc(4), *last = malloc(2);
    if (block == NULL || last == NULL)
        return 0;
    int result = is_before(block, __VERIFIER_nondet_int() == 1 ? last : block + 3);
    free(block);
    free(last);
    return result;
}
