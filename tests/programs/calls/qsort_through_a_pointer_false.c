// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b)
{
    reach_error();
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int a[3] = {3, 2, 1};
    void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
    sort(a, 3, sizeof *a, compare);
    return 0;
}
