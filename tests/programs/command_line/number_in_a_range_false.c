// EXPECT: FALSE
// ARGUMENTS: -5
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s N\n", argv[0]);
        return 1;
    }
    int n = atoi(argv[1]);
    if (n > 100)
        return 1;
    int squares[101];
    squares[0] = 0;
    assert(n >= 0);
    return squares[0];
}
