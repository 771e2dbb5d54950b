// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char s[9] = {0};

    int i = 0x10002;
    memcpy(s + 1, &i, 4);
    i = 0;
    memcpy((char *)&i + 1, s + 1, 3);
    if (i != 0x01000200)
        reach_error();
    return 0;
}
