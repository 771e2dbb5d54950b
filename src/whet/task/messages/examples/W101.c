// whet verify --check assertion W101.c
// Assumed: W101.c:8:12: every access through a pointer or an index is inside a live object [W101]
#include <assert.h>
int main(void) {
    int a[3] = {1, 2, 3}, i = 1;
    for (; i < 2; i++)
        ;
    assert(a[i] == 3);
    return 0;
}
