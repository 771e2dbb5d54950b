// whet verify --config value --set limits.states=100 W223.c
// Reason: 100 abstract states were explored [W223]
#include <assert.h>
int main(void) {
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += 2;
    assert(s == 2000);
    return 0;
}
