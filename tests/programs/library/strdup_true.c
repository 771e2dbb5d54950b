// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char *p = strdup("abc");
    if (p && p[1] != 'b')
        reach_error();
    return 0;
}
