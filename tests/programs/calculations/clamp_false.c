// EXPECT: FALSE
// INPUT: 250
#include <assert.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x) MIN(0, MAX(x, 100))

int main(void)
{
    int x = rand() % 400 - 200;
    int y = CLAMP(x);
    assert(y >= 0 && y <= 100);
    if (x >= 0 && x <= 100)
        assert(y == x);
    return 0;
}
