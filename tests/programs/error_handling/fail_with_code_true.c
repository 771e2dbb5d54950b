// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int failures;

static void fail(int code)
{
    failures++;
    if (code > 0)
        exit(code);
}

int main(void)
{
    int code = rand() % 3;
    fail(code);
    assert(code == 0);
    assert(failures == 1);
    return 0;
}
