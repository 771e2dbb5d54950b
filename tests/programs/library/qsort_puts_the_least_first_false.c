// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);

static int compare(const void *left, const void *right) {
    return *(const signed char *)left - *(const signed char *)right;
}

int main(void) {
    signed char numbers[] = {3, -1, 2};
    qsort(numbers, 3, 1, compare);
    if (numbers[0] != -1 || numbers[1] != 3 || numbers[2] != 3)
        reach_error();
    return 0;
}
