// EXPECT: TRUE
// MACHINE: both
#include <assert.h>
#include <stddef.h>

struct tree {
    struct tree *left, *right;
};

static int height(const struct tree *t)
{
    if (!t)
        return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

int main(void)
{
    struct tree leaf = {NULL, NULL}, inner = {&leaf, NULL}, root = {&inner, NULL};
    assert(height(&root) == 3);
    return 0;
}
