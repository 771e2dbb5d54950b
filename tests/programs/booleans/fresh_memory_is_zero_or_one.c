// EXPECT: ANY
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    _Bool *b = malloc(1);
    int x = *b;
    if (x != 0 && x != 1)
        reach_error();
    return 0;
}
