// EXPECT: FALSE
// STDIN: 3 2 1 0
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned a, b, n = 0;
    while (scanf("%3u %3u", &a, &b) == 2) {
        if (a < 4 && b < 4)
            n++;
        assert(n < 2);
    }
    return 0;
}
