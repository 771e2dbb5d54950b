// whet verify --check assertion W130.c
// Assumed: W130.c:6:12: main::x is read without having been assigned [W130]
#include <assert.h>
int main(void) {
    int x;
    assert(x == 0);
    return 0;
}
