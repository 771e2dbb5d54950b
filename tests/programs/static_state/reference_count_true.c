// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int references = 1, destroyed;

static void get(void)
{
    references++;
}

static void put(void)
{
    assert(references > 0);
    if (--references == 0)
        destroyed = 1;
}

int main(void)
{
    int shared = rand() % 2;
    if (shared)
        get();
    put();
    if (shared && !destroyed)
        put();
    assert(references == 0);
    return 0;
}
