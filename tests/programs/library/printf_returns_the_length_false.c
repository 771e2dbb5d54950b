// EXPECT: FALSE
#include <stdio.h>

extern void reach_error(void);

int main()
{
    if (printf("%5.2f\n", 3.14159) == 6)
        reach_error();
    return 0;
}
