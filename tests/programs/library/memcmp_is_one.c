// EXPECT: ANY
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[10] = "xyz";
    char c[10] = "xyw";
    if (memcmp(b, c, 3) == 1)
        reach_error();
    return 0;
}
