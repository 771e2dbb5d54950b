// EXPECT: TRUE
// MACHINE: both
#include <assert.h>
#include <stdlib.h>

struct clock {
    int hour, minute;
};

static void tick(struct clock *c)
{
    if (++c->minute == 60) {
        c->minute = 0;
        if (++c->hour == 24)
            c->hour = 0;
    }
}

int main(void)
{
    struct clock c = {rand() % 24, rand() % 60};
    tick(&c);
    assert(c.hour >= 0 && c.hour < 24);
    assert(c.minute >= 0 && c.minute < 60);
    return 0;
}
