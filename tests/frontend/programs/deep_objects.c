/* Objects that are changed deep inside of expressions. */
#include "out.h"

#define P10(x) ((((((((((x))))))))))
#define P40(x) P10(P10(P10(P10(x))))
#define S8(x) (1 + (1 + (1 + (1 + (1 + (1 + (1 + (1 + (x)))))))))
#define S32(x) S8(S8(S8(S8(x))))
struct N {
    struct N *n;
    int v;
    int a[3];
} s = {&s, 1, {2, 3, 4}};
#define N8(p) p->n->n->n->n->n->n->n->n
int a[4];
int main(void) {
    int i = 1;
    P40(a[i]) = 7;
    out(a[1]);
    P40(a[2])++;
    out(a[2]);
    int x = P40(a[3]) += 5;
    out(x);
    out(a[3]);
    int *p = &P40(a[0]);
    *p = 4;
    out(a[0]);
    out(S32(a[i]++));
    out(a[1]);
    out(S32(S32((a[i] += 2) + s.v++)));
    out(a[1]);
    out(s.v);
    out(S32(*&a[i]));
    out(S32(*(&s.a[1])));
    N8(N8(N8(N8((&s)))))->v = 9;
    out(s.v);
    N8(N8(N8(N8((&s)))))->a[i]++;
    out(s.a[1]);
    out(N8(N8(N8(N8(N8((&s))))))->a[2]);
    int *q = S32(a + 1) - 30;
    out(q - a);
    out(S32(({
        a[i]++;
        a[i];
    })));
    out(S32((i = 2, a[i] = 5)));
    out(a[2]);
    out(S32(s.n == &s));
    out(S32(i++));
    out(i);
    out(S32(--s.a[0]));
    out(s.a[0]);
    return 0;
}
