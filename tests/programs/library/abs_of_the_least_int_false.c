// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int x = -2147483647 - 1;
    if (abs(x) == x)
        reach_error();
    return 0;
}
