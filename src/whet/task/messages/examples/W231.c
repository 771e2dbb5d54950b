// whet verify --config value --set loopbound.bound=3 W231.c
// Reason: a loop was unrolled 3 times [W231]
#include <assert.h>
int main(void) {
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += 2;
    assert(s == 2000);
    return 0;
}
