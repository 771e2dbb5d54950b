// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *output = 0;
    int seen = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0) {
            seen = 1;
            if (i + 1 < argc)
                output = argv[i + 1];
            else
                return 2;
        }
    if (seen)
        assert(output != 0);
    return 0;
}
