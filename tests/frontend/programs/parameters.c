/* Parameters: arrays and functions that are pointers, variable lengths, old-style definitions. */
#include "out.h"

int f(int a[3], int c) {
    int *p = c ? a : a + 1;
    int *q = (0, a);
    int *r = ({ a; });
    int *s = a ?: 0;
    out(sizeof a == sizeof(int *));
    int **pp = &a;
    out((*pp)[1]);
    a++;
    out(*a);
    out(p[0] + q[1] + r[2] + s[0]);
    int *t = c ? a : &c;
    out(*t);
    a = c ? a + 1 : a;
    out(*a);
    return a[-1];
}
typedef int T[3];
int g(T x, T *y) {
    x[0] = 5;
    (*y)[1] = 6;
    return x[0] + (*y)[2];
}
int h(int n, int m, int a[n][m]) {
    int i, j, s = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) s += a[i][j] * (i + 1);
    out(sizeof a[0]);
    return s;
}
int k(char s[static 3]) { return s[1]; }
int kr(c, s, f, p)
char c;
short s;
float f;
int *p;
{ return c + s + (int)f + *p; }
int fn(int cb(int)) {
    int (*z)(int) = cb;
    int (*w)(int) = z ? cb : 0;
    return cb(2) + z(3) + w(1);
}
int dbl(int x) { return 2 * x; }
int cst(const int a[const], int n) {
    int s = 0;
    while (n--) s += a[n] ? 0 : 0;
    return s;
}
int main(void) {
    int x[3] = {1, 2, 3};
    out(f(x, 1));
    out(f(x, 0));
    int y[3] = {7, 8, 9};
    out(g(x, &y));
    out(y[1]);
    int z[2][3] = {{1, 2, 3}, {4, 5, 6}};
    out(h(2, 3, z));
    out(k("abc"));
    int v = 4;
    out(kr(300, 70000, 2.5, &v));
    out(fn(dbl));
    return 0;
}
