// EXPECT: FALSE
// COMMAND: whet verify --check memory,free,leak,uninitialised
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static int sum(const struct node *list)
{
    int total = 0;
    for (const struct node *p = list; p->next; p = p->next)
        total ^= p->value;
    return total;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    int total = sum(head);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return total & 1;
}
