// EXPECT: TRUE
// MACHINE: both
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
    if (s.width > 1000 || s.height > 1000)
        return 0;
    assert(area(s) >= 0);
    return 0;
}
