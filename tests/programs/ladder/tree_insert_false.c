// EXPECT: FALSE
// COMMAND: whet verify --check memory
// INPUT: 1 7
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int value;
};

static void insert(struct node **at, int value)
{
    while (*at || value == 7) {
        if (value < (*at)->value)
            at = &(*at)->left;
        else
            at = &(*at)->right;
    }
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->left = NULL;
    n->right = NULL;
    *at = n;
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root, __VERIFIER_nondet_int());
    return 0;
}
