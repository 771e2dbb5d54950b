// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int opened, closed;

static void report(void)
{
    assert(opened == closed);
}

int main(void)
{
    atexit(report);
    opened++;
    if (rand() % 4 == 1) {
        closed++;
        exit(1);
    }
    closed++;
    return 0;
}
