// EXPECT: TRUE
#include <stdio.h>

extern void reach_error(void);

int main()
{
    char b[8];
    int n = snprintf(b, sizeof b, "%d", 123456789);
    if (!(n == 9 && b[6] == '7' && b[7] == 0))
        reach_error();
    return 0;
}
