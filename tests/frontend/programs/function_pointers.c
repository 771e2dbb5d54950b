/* Pointers to functions: called, compared, stored in tables and structures. */
#include "out.h"

int f(int x) { return x + 1; }
int g(int x) { return x * 2; }
int (*tab[2])(int) = {f, &g};
int ap(int h(int), int v) { return h(v); }
typedef int F(int);
F f;
struct O {
    int (*op)(int);
    F *op2;
} o = {f, g};
int (*pick(int i))(int) { return tab[i]; }
int main(void) {
    int (*p)(int) = f;
    int (*q)(int) = &*p;
    int (*r)(int) = *p;
    int (*s)(int) = ***p;
    int (*t)(int) = &f;
    out(p(1));
    out((*p)(1));
    out((**p)(2));
    out(q(5));
    out(r(6));
    out(s(1));
    out(t(2));
    out((&f)(3));
    out((*f)(4));
    out((***f)(4));
    out(tab[1](7));
    out((*tab[0])(7));
    out(ap(g, 9));
    out(ap(&f, 9));
    out(o.op(3));
    out((*o.op2)(3));
    out(pick(1)(8));
    out((*pick(0))(8));
    out(p == f);
    out(p != g);
    out(!p);
    out(p ? 1 : 2);
    out((f ? 1 : 0));
    out(((int (*)(int))(void *)g)(4));
    int (**pp)(int) = tab;
    out((*pp)(1));
    out((*++pp)(1));
    out(sizeof(p) == sizeof(void *));
    out((1 ? f : g)(2));
    out((p = g)(5));
    return 0;
}
