// EXPECT: TRUE
#include <stdio.h>

extern void reach_error(void);

int main()
{
    int x = 3;
    char c;
    if (sscanf("12 q", "%d %c", &x, &c) == 2 && x != 12 && c == 'q')
        reach_error();
    return 0;
}
