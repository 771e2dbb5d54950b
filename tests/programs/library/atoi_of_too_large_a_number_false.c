// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    if (atoi("2147483648") <= 0)
        reach_error();
    return 0;
}
