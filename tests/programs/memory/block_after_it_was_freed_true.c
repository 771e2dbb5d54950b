// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 4;
    
    int kept = *p;
    free(p);
    return kept;
}
