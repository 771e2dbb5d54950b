// EXPECT: TRUE
// PROPERTY: G ! array-index
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct queue {
    int items[8];
    int head;
};

static void put(struct queue *q, int item)
{
    q->items[q->head] = item;
    q->head = (q->head + 1) % 8;
}

int main(void)
{
    struct queue *q = calloc(1, sizeof *q);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i <= n && i < 9; i++)
        put(q, i);
    free(q);
    return 0;
}
