// whet: TRUE
#include <assert.h>
static int count = 1;
static int step(void) { return ++count; }
int other(void);
int main(void) {
    assert(other() == 9);
    assert(step() == 2);
    assert(other() == 8);
    assert(step() == 3);
}
