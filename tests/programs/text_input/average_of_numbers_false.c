// EXPECT: FALSE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n, count = 0;
    long sum = 0;
    while (count < 3 && scanf("%d", &n) == 1) {
        if (n < 0 || n > 10)
            continue;
        sum += n;
        count++;
    }

    assert(count > 0);
    assert(sum / count <= 10);
    return 0;
}
