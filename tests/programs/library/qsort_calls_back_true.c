// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int cmp(const void *a, const void *b)
{
    reach_error();
    return 0;
}

int main()
{
    int a[3] = {3, 1, 2};
    exit(0);
    qsort(a, 3, 4, cmp);
}
