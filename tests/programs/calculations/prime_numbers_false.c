// EXPECT: FALSE
#include <assert.h>

static int is_prime(int n)
{
    if (n < 2)
        return 0;
    for (int d = 2; d * d < n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

int main(void)
{
    assert(is_prime(2) && is_prime(13));
    assert(!is_prime(1) && !is_prime(9));
    return 0;
}
