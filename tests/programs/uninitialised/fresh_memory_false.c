// EXPECT: FALSE
// NOT COMPILED: the value is whatever was there before
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(16);
    if (p[2] == 77)
        reach_error();
    return 0;
}
