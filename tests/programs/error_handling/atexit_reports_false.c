// EXPECT: FALSE
// INPUT: 1
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

        exit(1);
    }
    closed++;
    return 0;
}
