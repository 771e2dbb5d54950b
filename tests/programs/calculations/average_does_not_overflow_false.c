// EXPECT: FALSE
// INPUT: 2147483647 1
#include <assert.h>
#include <stdlib.h>

static int average(int a, int b)
{
    return (a + b) / 2;
}

int main(void)
{
    int a = rand(), b = rand();
    assert(average(a, b) >= 0);
    return 0;
}
