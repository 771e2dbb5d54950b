// EXPECT: FALSE
// STDIN: 6\n
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 5;
    scanf("%d", &n);
    assert(n == 5);
    return 0;
}
