// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

typedef int (*handler)(int);

static int idle(int e)
{
    return e == 1 ? 1 : 0;
}
static int busy(int e)
{
    return e == 2 ? 2 : 1;
}
static int done(int e)
{
    return 2;
}

static const handler handlers[] = {idle, busy, done};

int main(void)
{
    int state = 0;
    for (int i = 0; i < 4; i++) {
        state = handlers[state](rand() % 3);
        assert(state >= 0 && state < 3);
    }
    return 0;
}
