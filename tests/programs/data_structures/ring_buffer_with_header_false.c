// EXPECT: FALSE
// MACHINE: both
#include "ring.h"
#include <assert.h>

int main(void)
{
    struct ring r = {{{0}, 0, 0}};
    assert(ring_put(&r, 7));
    assert(ring_put(&r, 8));
    assert(ring_get(&r) == 7);
    assert(ring_put(&r, 9));
    assert(ring_put(&r, 10));
    assert(ring_put(&r, 11));
    assert(ring_get(&r) == 8);
    return 0;
}
