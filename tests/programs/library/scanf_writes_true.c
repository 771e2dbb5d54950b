// EXPECT: TRUE
// STDIN: 7\n
#include <stdio.h>

extern void reach_error(void);

int main()
{
    int x = 0;
    scanf("%d", &x);
    if (x == 7 && x != 7)
        reach_error();
    return 0;
}
