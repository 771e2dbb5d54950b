// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>
struct pair { int first; int second; };
int main(void)
{
    struct pair *p = malloc(sizeof p->first);
    if (!p)
        return 1;
    p->first = 1;
    p->second = 2;
    int sum = p->first + p->second;
    free(p);
    return sum;
}
