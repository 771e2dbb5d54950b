// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    *p = 5;
    int *q = realloc(p, 400);
    *q = 7;
    if (*q != 7)
        reach_error();
    return 0;
}
