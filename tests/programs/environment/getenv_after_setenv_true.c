// EXPECT: TRUE
// ENVIRONMENT: A=x
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    setenv("A", "yes", 1);
    char *after = getenv("A");
    if (after && after[0] != 121)
        reach_error();
    return 0;
}
