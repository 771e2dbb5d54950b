// EXPECT: TRUE
// ENVIRONMENT: HOME=/home/some/where
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char *home = getenv("HOME");
    if (home && strlen(home) > 3 && home[1] == 0)
        reach_error();
    return 0;
}
