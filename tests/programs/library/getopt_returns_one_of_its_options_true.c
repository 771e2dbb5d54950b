// EXPECT: TRUE
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    int c, verbose = 0;
    while ((c = getopt(argc, argv, "hvo:")) != -1) {
        switch (c) {
        case 'v':
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
