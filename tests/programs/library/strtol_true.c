// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char *e;
    long v = strtol("12x", &e, 10);
    if (!(v == 12 && *e == 'x'))
        reach_error();
    return 0;
}
