/* Static, external, tentative and shadowing declarations; recursion. */
#include "out.h"

static int a = 1;
int f(void) {
    static int a = 10;
    return a++;
}
int g(void) {
    static int a = 100;
    {
        static int a = 1000;
        a++;
        out(a);
    }
    return a++;
}
extern int e;
int rd(void) {
    extern int e;
    return e;
}
int e = 7;
int t;
int t;
int t = 4;
int u[];
int u[3];
extern int w[];
int w[2] = {1, 2};
struct F;
struct F *fp;
struct F {
    int x;
};
struct F ff = {3};
int sh(int x) {
    int y = x;
    {
        int x = 5;
        y += x;
        {
            int x = 7;
            y += x;
        }
        y += x;
    }
    for (int x = 0; x < 2; x++) {
        int y = 100;
        y++;
    }
    return y + x;
}
int rec(int n) {
    int loc = n;
    static int depth;
    depth++;
    if (n > 0) rec(n - 1);
    out(loc);
    return depth;
}
static int st(void);
int call(void) { return st(); }
static int st(void) { return 9; }
int x__2 = 3;
int fx(void) {
    int x__2 = 1;
    int x = 2;
    {
        int x = 4;
        x__2 += x;
    }
    return x + x__2;
}
int main(void) {
    out(a);
    out(f());
    out(f());
    out(g());
    out(g());
    out(rd());
    e = 8;
    out(rd());
    out(t);
    u[2] = 5;
    out(u[2]);
    out(w[1]);
    fp = &ff;
    out(fp->x);
    out(sh(1));
    out(rec(3));
    out(call());
    out(fx());
    out(x__2);
    {
        extern int t;
        out(t);
    }
    int f2(void);
    return 0;
}
