// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 5;
    scanf("%d", &n);
    assert(n == n);
    return 0;
}
