// EXPECT: TRUE
// ENVIRONMENT: X=q
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char *p = getenv("X");
    if (p && p[0] == 'q' && p[0] == 0)
        reach_error();
    return 0;
}
