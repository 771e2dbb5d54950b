// EXPECT: TRUE
// PROPERTY: G ! misaligned-access
#include <stdlib.h>
struct __attribute__((aligned(64))) line {
    int first;
};
int main(void)
{
    struct line *made = aligned_alloc(64, sizeof *made), *other;
    void *memory = 0;
    if (made)
        made->first = 1;
    free(made);
    if (posix_memalign(&memory, 128, 2 * sizeof *other) == 0) {
        other = memory;
        other[1].first = 2;
        free(memory);
    }
    return 0;
}
