// EXPECT: FALSE
#include <assert.h>

static int divide(int a, int b)
{
    assert(b != 0);
    return a / b;
}

int main(void)
{
    int total = 0;
    for (int i = 3; i >= 0; i--)
        total += divide(12, i);
    return total == 0;
}
