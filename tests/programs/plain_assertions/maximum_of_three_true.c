// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int max3(int a, int b, int c)
{
    int m = a;
    if (b > m)
        m = b;
    if (c > m)
        m = c;
    return m;
}

int main(void)
{
    int a = rand() % 10, b = rand() % 10, c = rand() % 10;
    int m = max3(a, b, c);
    assert(m >= a && m >= b && m >= c);
    return 0;
}
