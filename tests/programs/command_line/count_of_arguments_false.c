// EXPECT: FALSE
#include <assert.h>

int main(int argc, char *argv[])
{
    int named = 0, dashes = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            dashes++;
        else
            named++;
    assert(named + dashes == argc);
    return 0;
}
