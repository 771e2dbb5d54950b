// EXPECT: TRUE
#include <stdlib.h>
extern void reach_error(void);

static int compare(const void *key, const void *element) {
    return *(const int *)key - *(const int *)element;
}

int main(void) {
    int numbers[] = {2, 4, 8}, wanted = 8;
    if (bsearch(&wanted, numbers, 3, sizeof(int), compare) != numbers + 2)
        reach_error();
    return 0;
}
