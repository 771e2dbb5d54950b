// EXPECT: TRUE
#include <assert.h>

int main(int argc, char *argv[])
{
    int named = 0, dashes = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            dashes++;
        else
            named++;
    assert(named + dashes == (argc > 0 ? argc - 1 : 0));
    return 0;
}
