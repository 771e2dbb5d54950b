// EXPECT: FALSE
// ENVIRONMENT: A=x AB=y
#include <stdlib.h>

extern void reach_error(void);

static char *ask(const char *name) { return getenv(name); }

int main(void)
{
    char *one = ask("A"), *other = getenv("A");
    if (one && one == other)
        reach_error();
    return 0;
}
