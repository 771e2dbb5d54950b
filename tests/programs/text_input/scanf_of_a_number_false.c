// EXPECT: FALSE
// STDIN: -2147483648\n
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n < 0)
        n = -n;
    assert(n >= 0);
    return 0;
}
