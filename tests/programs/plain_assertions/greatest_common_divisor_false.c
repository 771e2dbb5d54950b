// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static unsigned gcd(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    assert(gcd(12, 18) == 6);
    assert(gcd(7, 0) == 7);
    assert(gcd(0, 0) == 1);
    return 0;
}
