// EXPECT: TRUE
#define _GNU_SOURCE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[] = "a b";
    char *s;
    char *p = strtok_r(b, " ", &s);
    if (!(p && b[1] == 0))
        reach_error();
    return 0;
}
