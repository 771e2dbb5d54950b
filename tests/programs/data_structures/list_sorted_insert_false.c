// EXPECT: FALSE
// MACHINE: both
// INPUT: 1 0
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void insert(struct node **at, int value)
{
    while (*at && (*at)->value > value)
        at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = *at;
    *at = n;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++)
        insert(&head, rand() % 4);
    for (struct node *n = head; n && n->next; n = n->next)
        assert(n->value <= n->next->value);
    return 0;
}
