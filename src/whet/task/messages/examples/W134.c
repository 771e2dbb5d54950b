// whet verify W134.c
// Assumed: bsearch compares the key with the middle element of the remaining range (of two, the lower one), and returns the first element that is equal [W134]
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int key = 2, a[3] = {1, 2, 3};
    return bsearch(&key, a, 3, sizeof *a, order) == 0;
}
