// whet: TRUE
#include <assert.h>
static int value = 3;
static int get(void) { return value; }
int outer(void);
int main(void) {
    assert(get() == 3);
    assert(outer() == 7);
    assert(get() == 3);
}
