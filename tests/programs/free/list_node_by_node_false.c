// EXPECT: FALSE
// PROPERTY: G valid-free
#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->next = head;
        head = n;
    }
    struct node *first = head;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    free(first);
    return first == 0;
}
