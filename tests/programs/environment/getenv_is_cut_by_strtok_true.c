// EXPECT: TRUE
// ENVIRONMENT: A=x:y
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *list = getenv("A");
    if (!list || list[0] == 0 || list[1] != 58)
        return 0;
    list[1] = 0;
    if (getenv("A")[1] != 0)
        reach_error();
    return 0;
}
