// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[10];
    strcpy(b, "abc");
    if (!(b[1] == 'b' && b[3] == 0))
        reach_error();
    return 0;
}
