// EXPECT: FALSE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[10] = "xyz";
    char c[10] = "xyw";
    if (strcmp(b, c) != 1)
        reach_error();
    return 0;
}
