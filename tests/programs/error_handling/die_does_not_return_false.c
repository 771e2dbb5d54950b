// EXPECT: FALSE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *message)
{
    fprintf(stderr, "error: %s\n", message);
    if (message[0] != 'n')
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
