// EXPECT: TRUE
// MACHINE: both
#include "shapes/point.h"
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    struct point a = {rand() % 100, rand() % 100};
    struct point b = point_mirrored(a);
    assert(point_equal(point_mirrored(b), a));
    assert(point_equal(a, b) == (a.x == a.y));
    return 0;
}
