// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[10] = "xyz";
    if (strcmp(b, "xyz") != 0)
        reach_error();
    return 0;
}
