// EXPECT: FALSE
// STDIN: q\n
#include <stdio.h>

extern void reach_error(void);

int main()
{
    char b[4] = "abc";
    if (fgets(b, 4, stdin) && b[0] == 'q')
        reach_error();
    return 0;
}
