// EXPECT: FALSE
// PROPERTY: G valid-free
#include <stdlib.h>
struct owner { int *data; };
static void drop(struct owner *o)
{
    free(o->data);
    o->data = 0;
}
int main(void)
{
    struct owner a, b;
    a.data = malloc(4);
    b.data = a.data;
    drop(&a);
    drop(&b);
    return 0;
}
