// EXPECT: TRUE
// ARGUMENTS: 5
#include <stdlib.h>

extern void reach_error(void);

int main(int argc, char **argv)
{
    if (argc == 2 && atoi(argv[1]) != 5 && atoi(argv[1]) == 5)
        reach_error();
    return 0;
}
