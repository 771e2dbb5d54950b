// EXPECT: FALSE
// ARGUMENTS: --out=
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] == '-' && strncmp(argv[i] + 2, "out", 3) == 0 && argv[i][5] == '=')
            assert(argv[i][6] != 0);
    return 0;
}
