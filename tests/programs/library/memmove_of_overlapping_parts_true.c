// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int main()
{
    int a[4] = {1, 2, 3, 4};
    memmove(a + 1, a, 12);
    if (!(a[3] == 3 && a[1] == 1))
        reach_error();
    return 0;
}
