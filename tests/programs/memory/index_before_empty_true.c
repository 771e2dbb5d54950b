// EXPECT: TRUE
// PROPERTY: G valid-deref
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
    s.v[s.n++] = 3;
    int last = peek(&s);
    free(s.v);
    return last > 9;
}
