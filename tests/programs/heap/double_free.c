// EXPECT: ANY
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    int *p = malloc(4);
    free(p);
    free(p);
    reach_error();
    return 0;
}
