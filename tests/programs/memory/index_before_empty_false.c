// EXPECT: FALSE
// PROPERTY: G valid-deref
// ABOUT: the index is 2^32 - 1, so that the byte that is read lies 16 GB behind the block
#include <stdlib.h>
struct stack {
    int *v;
    unsigned n;
};
static int *get(unsigned count)
{
    int *v = malloc(count * sizeof *v);
    if (v == 0)
        exit(1);
    return v;
}
static int peek(const struct stack *s)
{
    return s->v[s->n - 1];
}
int main(void)
{
    struct stack s = {get(4), 0};
    int last = peek(&s);
    free(s.v);
    return last > 9;
}
