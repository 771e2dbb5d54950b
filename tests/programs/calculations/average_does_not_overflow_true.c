// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int average(int a, int b)
{
    return a / 2 + b / 2 + (a % 2 + b % 2) / 2;
}

int main(void)
{
    int a = rand(), b = rand();
    assert(average(a, b) >= 0);
    return 0;
}
