// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

struct N {
    int v;
    struct N *n;
};

int main()
{
    struct N *h = 0;
    for (int i = 0; i < 3; i++) {
        struct N *x = malloc(sizeof *x);
        x->v = i;
        x->n = h;
        h = x;
    }

    int s = 0;
    while (h) {
        s = s * 10 + h->v;
        h = h->n;
    }
    if (s != 210)
        reach_error();
    return 0;
}
