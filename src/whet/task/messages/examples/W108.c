// whet verify --check memory W108.c
// Assumed: W108.c:4:35: no pointer is compared after the lifetime of its object [W108]
#include <stdlib.h>
static int same(int *p, int *q) { return p == q; }
int main(void) {
    int x = 1, *p = malloc(sizeof *p);
    int r = same(p, &x);
    free(p);
    return r;
}
