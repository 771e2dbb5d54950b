// EXPECT: TRUE
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 2 && strncmp(argv[1], "out=", 4) == 0)
        assert(argv[1][3] == '=');
    return 0;
}
