// whet verify --config value --set callstack.depth=5 W232.c
// Reason: W232.c:4:46: calls are nested more than 5 deep [W232]
#include <assert.h>
static int down(int n) { return n == 0 ? 0 : down(n - 1); }
int main(void) {
    assert(down(20) == 0);
    return 0;
}
