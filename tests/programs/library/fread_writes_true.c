// EXPECT: TRUE
// STDIN: \x09\x00\x00\x00
#include <stdio.h>

extern void reach_error(void);

int main()
{
    int x = 3;
    fread(&x, 4, 1, stdin);
    if (x == 9 && x != 9)
        reach_error();
    return 0;
}
