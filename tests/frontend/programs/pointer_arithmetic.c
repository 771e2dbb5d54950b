/* Pointer arithmetic in both directions, with indices of all types. */
#include "out.h"

struct P {
    int x[3];
};
struct P mk(void) {
    struct P p = {{1, 2, 3}};
    return p;
}
int sum(int *p) { return p[0] + p[2]; }
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *p = a + 3;
    int i = 2;
    unsigned u = 1;
    out(*(p - i));
    out(*(p - 1));
    out(p[-1]);
    p -= i;
    out(*p);
    p--;
    out(*p);
    p = p + u;
    out(*p);
    p -= u;
    out(*p);
    out(sum(mk().x));
    int (*q)[4] = &a + 1;
    out((*(q - 1))[1]);
    char *c = (char *)p - 0;
    out(c == (char *)p);
    short s = -1;
    out(p[1 + s]);
    out(*(p - s));
    void *v = a + 1;
    v -= 4;
    out(*(int *)v);
    unsigned char uc = 1;
    p += uc;
    out(*p);
    p = &p[i] - 1;
    out(*p);
    return 0;
}
