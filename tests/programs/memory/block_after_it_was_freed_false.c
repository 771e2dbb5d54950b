// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 4;
    free(p);
    int kept = *p;
    
    return kept;
}
