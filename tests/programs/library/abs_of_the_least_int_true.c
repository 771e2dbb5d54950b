// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int x = -2147483647 - 1;
    if (abs(x) > 0)
        reach_error();
    return 0;
}
