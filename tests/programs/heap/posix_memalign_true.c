// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    void *p = 0;
    if (posix_memalign(&p, 16, 16) == 0 && p) {
        *(int *)p = 5;
        if (*(int *)p != 5)
            reach_error();
    }
    return 0;
}
