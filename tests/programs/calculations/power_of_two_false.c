// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static int is_power(unsigned x)
{
    return (x & (x - 1)) == 0;
}

int main(void)
{
    unsigned x = rand();
    if (is_power(x))
        assert(x > 0);
    return 0;
}
