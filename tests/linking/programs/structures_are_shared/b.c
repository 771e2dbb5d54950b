#include "shapes.h"
struct point origin;
struct bits flags = {5, 1};
int measure(const struct shape *shape) {
    int sum = 0;
    while (shape) {
        sum += shape->at.x + shape->at.y;
        sum += shape->kind == ROUND ? shape->radius : shape->side[0] + shape->side[1];
        shape = shape->next;
    }
    return sum;
}
pair_t make(int left, int right) {
    pair_t made = {left, right};
    return made;
}
