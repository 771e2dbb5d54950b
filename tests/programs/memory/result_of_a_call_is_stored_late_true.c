// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>
static int take(int *p)
{
    int value = *p;
    
    return value;
}
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    *p = take(p);
    free(p);
    return 0;
}
