// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void usage(const char *program)
{
    printf("usage: %s NUMBER\n", program);
    exit(2);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        usage("count");
    assert(argc > 1);
    return 0;
}
