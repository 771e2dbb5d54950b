// EXPECT: FALSE
// MACHINE: both
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = head;
    return n;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 4; i++)
        head = push(head, i);
    int count = 0, sum = 0;
    for (struct node *n = head; n; n = n->next) {
        count++;
        sum += n->value;
    }
    assert(count == 4);
    assert(sum == 10);
    return 0;
}
