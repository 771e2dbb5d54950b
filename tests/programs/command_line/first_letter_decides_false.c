// EXPECT: FALSE
// ARGUMENTS: ""
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    int mode;
    switch (argv[1][0]) {
    case 'a': mode = 1; break;
    case 'b': mode = 2; break;
    case '\0': mode = 0; break;
    default: mode = 3;
    }
    assert(mode >= 1 && mode <= 3);
    return 0;
}
