// EXPECT: FALSE
// MACHINE: both
// INPUT: 65535 65535
#include <assert.h>
#include <stdlib.h>

struct size {
    unsigned short width, height;
};

static int area(struct size s)
{
    return s.width * s.height;
}

int main(void)
{
    struct size s = {rand(), rand()};

    assert(area(s) >= 0);
    return 0;
}
