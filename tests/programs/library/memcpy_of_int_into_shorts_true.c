// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    short s[4] = {0};

    int i = 0x10002;
    memcpy(&s[1], &i, 4);
    if (!(s[1] == 2 && s[2] == 1))
        reach_error();
    return 0;
}
