// EXPECT: TRUE
// NOT COMPILED: the random numbers of a compiled run are inputs, whatever the seed is
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    int first = rand();
    srand(1);
    if (rand() != first)
        reach_error();
    return 0;
}
