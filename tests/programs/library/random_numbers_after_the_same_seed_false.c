// EXPECT: FALSE
// INPUT: 3 4 3 4
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    if (rand() == first && first != second)
        reach_error();
    return 0;
}
