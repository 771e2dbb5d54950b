// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int find(const int *a, int n, int wanted)
{
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            return i;
    return -1;
}

int main(void)
{
    int a[] = {3, 1, 4};
    int wanted = rand() % 5;
    int at = find(a, 3, wanted);
    if (at < 0)
        return 1;
    assert(at >= 0 && a[at] == wanted);
    return 0;
}
