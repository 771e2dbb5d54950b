// EXPECT: FALSE
// COMMAND: whet verify --check memory,free,leak,uninitialised
// INPUT: 1 1 0 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int value;
};

int main(void)
{
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 0;
        n->next = NULL;
        n->prev = tail;
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
    }
    for (struct node *p = tail; p; p = p->prev)
        p->value = 1;
    while (tail && __VERIFIER_nondet_int()) {
        struct node *prev = tail->prev;
        free(tail);
        if (!prev)
            head = NULL;
        tail = prev;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
