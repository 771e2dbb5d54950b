// EXPECT: TRUE
// ENVIRONMENT: X=a
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char *p = getenv("X");
    char *q = getenv("X");
    if (p) {
        p[0] = 'q';
        if (q[0] != 'q')
            reach_error();
    }
    return 0;
}
