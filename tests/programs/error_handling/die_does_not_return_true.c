// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *message)
{
    fprintf(stderr, "error: %s\n", message);
    exit(1);
}

int main(void)
{
    int x = rand();
    if (x == 0)
        die("nothing");
    assert(x > 0);
    return 0;
}
