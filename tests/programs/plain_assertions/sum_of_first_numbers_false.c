// EXPECT: FALSE
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
    assert(sum_to(10) == 54);
    return 0;
}
