// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int state, locked, opened;

static void event(int e)
{
    switch (state) {
    case 0:
        if (e == 1) {
            state = 1;
            opened = 1;
        } else if (e == 2) {
            state = 2;
            locked = 1;
        }
        break;
    case 1:
        if (e == 0) {
            state = 0;
            opened = 0;
        }
        break;
    case 2:
        if (e == 3) {
            state = 0;
            locked = 0;
        }
        break;
    }
}

int main(void)
{
    for (;;) {
        event(rand() % 4);
        assert(!(locked && opened));
    }
}
