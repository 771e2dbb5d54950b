// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n < 0)
        n = -n;
    assert(n >= 0 || n == -n);
    return 0;
}
