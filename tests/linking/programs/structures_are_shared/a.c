// whet: TRUE
#include <assert.h>
#include "shapes.h"
int main(void) {
    struct shape one = {.kind = ROUND, .at = {1, 2}, .radius = 3};
    struct shape two = {.kind = SQUARE, .at = {4, 5}, .side = {6, 7}};
    one.next = &two;
    assert(measure(&one) == 1 + 2 + 3 + 4 + 5 + 6 + 7);
    assert(origin.x == 0 && origin.next == 0);
    pair_t made = make(8, 9);
    assert(made.left == 8 && made.right == 9);
    assert(flags.low == 5 && flags.high == 1);
}
