// EXPECT: TRUE
#include <stdio.h>

extern void reach_error(void);

int main()
{
    int x = 0;
    printf("abc%n", &x);
    if (x != 3)
        reach_error();
    return 0;
}
