// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

static struct {
    void *(*get)(size_t);
    void *(*change)(void *, size_t);
} memory = {malloc, realloc};

int main(void)
{
    int *p = memory.get(sizeof *p);
    *p = 7;
    p = memory.change(p, 3 * sizeof *p);
    if (p[0] != 7)
        reach_error();
    return 0;
}
