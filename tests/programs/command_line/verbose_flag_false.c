// EXPECT: FALSE
// ARGUMENTS: -v -v
#include <assert.h>

static int verbose;

static void parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] == 'v')
            verbose++;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    assert(verbose == 0 || verbose == 1);
    return 0;
}
