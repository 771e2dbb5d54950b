// EXPECT: TRUE
#include <stdio.h>

extern void reach_error(void);

int main()
{
    FILE *f = stdin;
    if (f == stdin && f == stdout)
        reach_error();
    return 0;
}
