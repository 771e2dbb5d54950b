// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static int ready, table[4];

static void init(void)
{
    if (table[0])
        return;
    for (int i = 0; i < 4; i++)
        table[i] += i;
    ready = 1;
}

static int look_up(int i)
{
    init();
    return table[i];
}

int main(void)
{
    assert(look_up(1) == 1);
    assert(look_up(2) == 2);
    assert(look_up(3) == 3);
    return 0;
}
