// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the block of malloc may be aligned by chance
#include <stdlib.h>
struct __attribute__((aligned(64))) line {
    int first;
};
int main(void)
{
    struct line *made = malloc(sizeof *made);
    if (made)
        made->first = 1;
    free(made);
    return 0;
}
