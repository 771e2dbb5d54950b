// EXPECT: TRUE
// NOT COMPILED: the random numbers of a compiled run are inputs, whatever the seed is
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    if (rand() != first || random() != second)
        reach_error();
    return 0;
}
