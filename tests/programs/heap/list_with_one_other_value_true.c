// EXPECT: TRUE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct N {
    int v;
    struct N *n;
};

int main()
{
    struct N *h = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 5; i++) {
        struct N *x = malloc(sizeof *x);
        x->v = (i == 5) ? 8 : 7;
        x->n = h;
        h = x;
    }
    while (h) {
        if (h->v != 7)
            reach_error();
        h = h->n;
    }
    return 0;
}
