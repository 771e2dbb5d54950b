// EXPECT: TRUE
#include <assert.h>

static unsigned seed = 1;

static unsigned next(void)
{
    seed = seed * 1103515245u + 12345u;
    return seed / 65536 % 32768;
}

int main(void)
{
    assert(next() == 16838);
    assert(next() < 32768);
    return 0;
}
