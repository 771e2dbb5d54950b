// EXPECT: TRUE
#include <stdio.h>

extern void reach_error(void);

struct S {
    char b[4];
    int x;
};

int main()
{
    struct S s;
    s.x = 1;
    sprintf(s.b, "%d", 1234);
    if (!(s.x == 0 || s.b[3] == '4'))
        reach_error();
    return 0;
}
