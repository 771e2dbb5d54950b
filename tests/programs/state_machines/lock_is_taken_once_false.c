// EXPECT: FALSE
// INPUT: 0 1
#include <assert.h>
#include <stdlib.h>

static int held;

static void lock(void)
{
    assert(!held);
    held = 1;
}

static void unlock(void)
{
    assert(held);
    held = 0;
}

int main(void)
{
    int old, new;
    do {
        lock();
        old = new = rand();
        if (rand() % 2) {
            unlock();
            new = old;
        }
    } while (new != old);
    unlock();
    return 0;
}
