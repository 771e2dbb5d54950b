// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int last_argument, last_result, valid;

static int square(int x)
{
    if (valid && last_argument == x)
        return last_result;
    valid = 1;
    last_argument = x;
    return last_result = x * x;
}

int main(void)
{
    int x = rand() % 10, y = rand() % 10;
    assert(square(x) == x * x);
    assert(square(y) == y * y);
    return 0;
}
