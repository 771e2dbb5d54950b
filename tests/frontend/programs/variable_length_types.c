/* Types of variable length: pointers to them, typedefs, parameters, elements that are arrays. */
#include "out.h"

typedef int R[3];
int f(int n, int m, int (*a)[m], int (*b)[n][m]) {
    out(a[1][0]);
    out(sizeof *a);
    out((*b)[1][1]);
    out(sizeof *b);
    out((char *)(a + 1) - (char *)a);
    int r = 0;
    for (int (*p)[m] = a; p < a + n; p++) r += (*p)[0];
    return r;
}
int g(int n) {
    int a[n];
    typeof(a) b;
    b[n - 1] = 4;
    out(sizeof b);
    typeof(n) c[n];
    c[0] = n;
    out(sizeof c);
    R d[n];
    d[n - 1][2] = 7;
    out(sizeof d);
    out(d[n - 1][2]);
    int *e[n];
    e[0] = &n;
    out(*e[0]);
    out(sizeof e);
    int (*p[n])[n];
    p[0] = &a;
    (*p[0])[1] = 6;
    out(a[1]);
    struct S {
        int x, y;
    } s[n];
    s[n - 1].y = 3;
    out(s[n - 1].y);
    out(sizeof s);
    char z[n][n][n];
    z[1][1][1] = 5;
    out(z[1][1][1]);
    out(sizeof z[0]);
    out(&z[1][0][0] - &z[0][0][0]);
    const int k = n;
    int q[k];
    out(sizeof q);
    static int cnt;
    int w[cnt++ + 2];
    out(sizeof w);
    out(cnt);
    {
        int v[n + 1];
        v[n] = 1;
        out(v[n]);
    }
    int (*vp)[n] = &a;
    vp++;
    vp--;
    out((*vp)[1]);
    vp += 1;
    out((char *)vp - (char *)a == sizeof a);
    return a[1];
}
int h(int n, int a[n++]) { return n; }
int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    out(f(2, 3, m, &m));
    out(g(3));
    out(g(2));
    out(h(3, m[0]));
    return 0;
}
