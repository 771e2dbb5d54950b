// EXPECT: FALSE
// ENVIRONMENT: X=q
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char *p = getenv("X");
    if (p && p[0] == 'q')
        reach_error();
    return 0;
}
