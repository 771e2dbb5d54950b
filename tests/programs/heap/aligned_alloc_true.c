// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = aligned_alloc(16, 16);
    if (p) {
        *p = 5;
        if (*p != 5)
            reach_error();
    }
    return 0;
}
