// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[4] = "abc";
    char *p = strchr(b, 'b');
    if (p) {
        *p = 'x';
        if (b[1] != 'x')
            reach_error();
    }
    return 0;
}
