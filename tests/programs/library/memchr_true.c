// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[] = "abc";
    char *p = memchr(b, 'c', 3);
    if (p != b + 2)
        reach_error();
    return 0;
}
