// EXPECT: TRUE
// MACHINE: both
#include <assert.h>

struct counter {
    int count;
};

static void increment(struct counter *c)
{
    c->count++;
}

int main(void)
{
    struct counter c = {0};
    increment(&c);
    increment(&c);
    assert(c.count == 2);
    return 0;
}
