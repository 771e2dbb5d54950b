// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

enum light { RED, GREEN, YELLOW };

static enum light next(enum light now)
{
    switch (now) {
    case RED: return GREEN;
    case GREEN: return RED;
    case YELLOW: return RED;
    }
    return RED;
}

int main(void)
{
    enum light now = RED;
    for (int i = 0; i < 6; i++) {
        enum light before = now;
        now = next(now);
        if (now == RED)
            assert(before == YELLOW);
    }
    return 0;
}
