// EXPECT: FALSE
// MACHINE: both
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *head)
{
    struct node *done = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = NULL;
        done = head;
        head = next;
    }
    return done;
}

int main(void)
{
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    struct node *r = reverse(&a);
    assert(r == &c);
    assert(r->next == &b);
    assert(b.next == &a && a.next == NULL);
    return 0;
}
