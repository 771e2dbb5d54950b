// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[6] = "zzzzz";
    strncpy(b, "a", 3);
    if (!(b[2] == 0 && b[3] == 'z'))
        reach_error();
    return 0;
}
