// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

enum { OK = 0, E_RANGE = -1, E_EMPTY = -2 };

static int check(int n)
{
    if (n == 0)
        return E_EMPTY;
    if (n > 100)
        return E_RANGE;
    return OK;
}

static int percentage(int n, int *result)
{
    int error = check(n);
    if (error == E_RANGE || error == E_EMPTY)
        return error;
    *result = 100 - n;
    return OK;
}

int main(void)
{
    int result = -1;
    int error = percentage(rand(), &result);
    if (error == OK)
        assert(result >= 0 && result < 100);
    else
        assert(result == -1);
    return 0;
}
