// EXPECT: TRUE
// COMMAND: whet verify --check memory,free,leak,uninitialised
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void insert(struct node **list, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    while (*list && (*list)->value < value)
        list = &(*list)->next;
    n->next = *list;
    *list = n;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        insert(&head, __VERIFIER_nondet_int());
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
