// EXPECT: TRUE
// MACHINE: both
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *build(int n)
{
    struct node *head = NULL;
    for (int i = 1; i <= n; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->value = i;
        node->next = head;
        head = node;
    }
    return head;
}

int main(void)
{
    struct node *head = build(4);
    struct node **at = &head;
    while (*at) {
        struct node *node = *at;
        if (node->value % 2 == 0) {
            *at = node->next;
            free(node);
        } else
            at = &node->next;
    }
    for (struct node *node = head; node; node = node->next)
        assert(node->value % 2 == 1);
    return 0;
}
