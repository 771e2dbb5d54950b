// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static const int a[] = {1, 3, 5, 7, 9};

static int find(int wanted)
{
    int low = 0, high = 5;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] == wanted)
            return middle;
        if (a[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        assert(find(a[i]) == i);
    return 0;
}
