// whet verify --check assertion,division W300.c
// Violation: W300.c:6:5: an assertion fails [assertion]
#include <assert.h>
int main(void) {
    int x = 7;
    assert(x != 7);
    return 0;
}
