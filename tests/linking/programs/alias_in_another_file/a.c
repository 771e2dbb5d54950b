// whet: UNKNOWN
// gcc: nothing
#include <assert.h>
extern int one;
extern int two;
int main(void) {
    two = 1;
    assert(one == 0);
}
