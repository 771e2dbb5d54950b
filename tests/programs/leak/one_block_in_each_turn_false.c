// EXPECT: FALSE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
int main(void)
{
    for (int i = 0; i < 4; i++) {
        int *p = malloc(4);
        if (i != 3)
            free(p);
    }
    return 0;
}
