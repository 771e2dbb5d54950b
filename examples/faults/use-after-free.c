#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = i;
        node->next = list;
        list = node;
    }
    for (struct node *each = list; each; each = each->next)
        free(each);
    return 0;
}
