// whet verify W134.c
// Assumed: bsearch compares with the element in the middle of the remaining ones, the lower of two, and returns the first equal one [W134]
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int key = 2, a[3] = {1, 2, 3};
    return bsearch(&key, a, 3, sizeof *a, order) == 0;
}
