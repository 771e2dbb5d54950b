// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *last = malloc(sizeof *last), *first = malloc(sizeof *first);
    last->next = 0;
    last->value = 3;
    first->next = last;
    first->value = 1;
    struct node *moved = realloc(first, 2 * sizeof *first);
    moved[1].next = moved;
    last->value = 4;
    if (moved[1].next->next->value == 4)
        reach_error();
    return 0;
}
