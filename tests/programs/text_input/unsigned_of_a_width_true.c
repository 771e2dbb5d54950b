// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned x = 7;
    if (scanf("%2u", &x) == 1)
        assert(x <= 99 || x >= 4294967287u);
    return 0;
}
