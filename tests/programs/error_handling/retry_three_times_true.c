// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int attempts;

static int try_it(void)
{
    attempts++;
    return rand() % 2;
}

int main(void)
{
    int done = 0;
    for (int i = 0; i < 3 && !done; i++)
        done = try_it();
    assert(attempts <= 3);
    assert(done || attempts == 3);
    return 0;
}
