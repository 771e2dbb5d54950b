// EXPECT: FALSE
// INPUT: 3 4
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    int first = rand();
    srand(2);
    if (rand() != first)
        reach_error();
    return 0;
}
