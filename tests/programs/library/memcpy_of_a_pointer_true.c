// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

struct S {
    int *p;
    int v;
};

int main()
{
    int x = 1;
    struct S a = {&x, 2}, b;
    memcpy(&b, &a, sizeof a);
    *b.p = 5;
    if (!(x == 5 && b.v == 2))
        reach_error();
    return 0;
}
