// whet verify W135.c
// Assumed: qsort compares elements in the order of an insertion sort, and keeps the order of equal elements [W135]
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[2] = {2, 1};
    qsort(a, 2, sizeof *a, order);
    return a[0];
}
