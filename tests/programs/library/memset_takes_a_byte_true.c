// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    int a[4] = {1, 2, 3, 4};
    memset(a, 0x101, sizeof a);
    if (a[2] != 0x01010101)
        reach_error();
    return 0;
}
