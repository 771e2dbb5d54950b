// EXPECT: TRUE
#define _GNU_SOURCE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[8] = "zzzzzz";
    char *p = stpcpy(b, "ab");
    if (!(*p == 0 && b[1] == 'b' && p - b == 2))
        reach_error();
    return 0;
}
