// EXPECT: TRUE
// STDIN: q\n
#include <stdio.h>

extern void reach_error(void);

int main()
{
    char b[4] = "abc";
    if (fgets(b, 4, stdin) && b[3] != 0)
        reach_error();
    return 0;
}
