// EXPECT: FALSE
// ENVIRONMENT: A=x
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *before = getenv("A");
    setenv("A", "yes", 1);
    char *after = getenv("A");
    if (before && after && after[0] == 121)
        reach_error();
    return 0;
}
