// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int held;

static int work(int n)
{
    int result = -1;
    char *buffer = malloc(16);
    if (!buffer)
        return -1;
    held++;
    if (n > 15)
        goto out;
    buffer[n] = 'x';
    result = 0;
out:
    free(buffer);
    held--;
    return result;
}

int main(void)
{
    work(rand() % 20);
    assert(held == 0);
    return 0;
}
