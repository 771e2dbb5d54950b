// EXPECT: FALSE
// ENVIRONMENT: B=1
#include <stdlib.h>

extern void reach_error(void);

static int is_set(void) { return getenv("B") != 0; }

int main(void)
{
    if (!getenv("A") && is_set())
        reach_error();
    return 0;
}
