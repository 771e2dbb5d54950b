// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>

struct vector {
    int *items;
    size_t count, room;
};

static int push(struct vector *v, int item)
{
    if (v->count == v->room) {
        size_t room = v->room ? 2 * v->room : 2;
        int *items = realloc(v->items, room);
        if (!items)
            return 0;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = item;
    return 1;
}

int main(void)
{
    struct vector v = {0};
    for (int i = 0; i < 3; i++)
        if (!push(&v, i))
            break;
    free(v.items);
    return 0;
}
