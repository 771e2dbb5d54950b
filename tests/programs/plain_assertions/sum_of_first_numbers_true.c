// EXPECT: TRUE
#include <assert.h>

static int sum_to(int n)
{
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    return sum;
}

int main(void)
{
    assert(sum_to(10) == 55);
    return 0;
}
