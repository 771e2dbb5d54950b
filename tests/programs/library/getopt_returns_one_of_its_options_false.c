// EXPECT: FALSE
// ARGUMENTS: -v
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    int c, verbose = 0;
    while ((c = getopt(argc, argv, "hvo:")) != -1) {
        switch (c) {
        case 'w':
            verbose = 1;
            break;
        case 'o':
            if (verbose < 0)
                reach_error();
            break;
        case 'h':
        case '?':
            return 1;
        default:
            reach_error();
        }
    }
    return 0;
}
