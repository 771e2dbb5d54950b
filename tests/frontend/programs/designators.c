/* Initialisers with designators, ranges, macros, side effects and address constants. */
#include "out.h"

struct P {
    int x, y;
};
struct Q {
    struct P a;
    struct P b[2];
    char s[4];
};
union U {
    int i;
    char c[8];
    struct P p;
};
int n;
int f(void) { return ++n; }
struct P mk(int a) {
    struct P p = {a, a + 1};
    return p;
}
struct W {
    int k;
    union {
        struct {
            int u, v;
        };
        struct P p;
        int arr[2];
    };
    int z;
};
#define R(a, b) [a... b]
#define D(a, b, v) [a... b] = v
#define NEST(i, j, v) [i][j] = v
int tab[4] = {R(1, 2) = 5};
union U us[3] = {[1] = {.c = {1, 2, 3, 4, 5}}, [1] = {.i = 1}};
union U u2 = {.c = "abcdefg", .i = 1};
union U u3 = {.p = {1, 2}, .p.y = 7};
struct {
    int : 3;
    int a;
    int : 0;
    int b;
} ub = {1, 2};
struct {
} em;
struct {
    struct {
    } e;
    int x;
} em2 = {{}, 4};

__WCHAR_TYPE__ wide[3] = L"ab";
unsigned short w16[3] = u"ab";
unsigned w32[] = U"xyz";
struct S5 {
    char a[2][3];
    int q;
} s5 = {"ab", "cd", 7};
struct S5 s6 = {{"ab", "cd"}, 7};
struct S5 s7 = {{{'a', 'b'}, "c"}, .q = 3};
struct S5 s8 = {.a[1] = "zz", 9};
char *const names[] = {[2] = "two", [0] = "zero"};
struct T {
    int a;
    struct P *p;
    int (*fp)(void);
    const char *s;
} ts[] = {{1, &(struct P){3, 4}, f, "q"}, {.fp = &f, .s = "w"}, {}};
long addr = (long)&((struct Q *)0)->b[1].y;
struct Q gq;
int *ip = &gq.b[1].x;
char *cp = (char *)&gq + 4;
char *ep = &gq.s[4];
void *vp = ts + 1;
int *np = (void *)0;
unsigned ptrd = 1 ? 2 : 3;
int cm = 1 ? 5 : 6;
int ng = -(-3);
int sz = sizeof(gq) * 2;
int en = ~0;
double dd = 1 / 2 + 1 / 2.0;
int sh = 1 << 4 | 3;
_Bool bb = &gq != 0;
int lg = 1 && 0 || !0;
struct P arr2[2][2] = {
    [1][0] = {1, 2},
    {3, 4},
};
int ii = (int)3.9;
char cc = 300;
float ff = 1;
int *q2 = tab + 2;
int *q3 = &tab[3] - 1;
int *q4 = (int *){&n};
char str[] = {'a', 'b', 0};
int main(void) {
    int r[5] = {[0 ... 2] = f(), f()};
    bytes(r, sizeof r);
    struct P p[3] = {[0 ... 2] = mk(f())};
    bytes(p, sizeof p);
    struct W w = {1, {{2, 3}}, 4};
    bytes(&w, sizeof w);
    struct W w2 = {.u = 5, 6, 7};
    bytes(&w2, sizeof w2);
    struct W w3 = {.p.y = 5, 8};
    bytes(&w3, sizeof w3);
    struct W w4 = {.arr[1] = 3, .u = 4};
    bytes(&w4, sizeof w4);
    struct W w5 = {.arr = {1, 2}, 9};
    bytes(&w5, sizeof w5);
    bytes(tab, sizeof tab);
    bytes(&us[1], 4);
    out(u2.i);
    bytes(&u3, 8);
    out(ub.a);
    out(ub.b);
    out(em2.x);
    bytes(wide, sizeof wide);
    bytes(w16, sizeof w16);
    bytes(w32, sizeof w32);
    bytes(&s5, sizeof s5);
    bytes(&s6, sizeof s6);
    bytes(&s7, sizeof s7);
    bytes(&s8, sizeof s8);
    bytes(names[2], 4);
    out(names[1] == 0);
    out(ts[0].p->y);
    out(ts[1].fp());
    bytes(ts[1].s, 2);
    out(ts[2].a);
    out(addr);
    out(ip == &gq.b[1].x);
    out(cp - (char *)&gq);
    out(ep - (char *)&gq);
    out(vp == &ts[1]);
    out(np == 0);
    out(ptrd);
    out(cm);
    out(ng);
    out(sz);
    out(en);
    out((int)(dd * 10));
    out(sh);
    out(bb);
    out(lg);
    bytes(arr2, sizeof arr2);
    out(ii);
    out(cc);
    out((int)ff);
    out(*q2);
    out(q3 - tab);
    out(*q4);
    out(sizeof str);
    int x[] = {D(0, 3, 2)};
    bytes(x, sizeof x);
    int m[2][3] = {[0 ... 1] = {[0 ... 1] = 7}};
    bytes(m, sizeof m);
    int m2[2][3] = {[0 ... 1][1] = 7};
    bytes(m2, sizeof m2);
    struct Q q5 = {.b = {[0 ... 1] = {1, 2}}};
    bytes(&q5, sizeof q5);
    struct Q q6 = {.b[0 ... 1].y = 3};
    bytes(&q6, sizeof q6);
    int sc = {7};
    out(sc);
    int *pp = {0};
    out(pp == 0);
    int a2[] = {1, [5] = 6, 7};
    out(sizeof a2);
    bytes(a2, sizeof a2);
    struct P pa[] = {mk(1), mk(2)};
    bytes(pa, sizeof pa);
    struct Q qq = {mk(4), .b[1] = mk(6)};
    bytes(&qq, sizeof qq);
    struct P self = {.x = 4, .y = self.x};
    out(self.x);
    struct P *lp = (struct P[2]){{1}, {2}};
    out(lp[1].x);
    for (int i = 0; i < 2; i++) {
        struct P l = {.x = i};
        l.y += 1;
        out(l.y);
        int *li = (int[2]){i};
        li[1]++;
        out(li[1]);
        int zz[3] = {i};
        zz[2] += 2;
        out(zz[2]);
    }
    const struct Q cq = {.s = "z"};
    out(cq.s[1]);
    char buf[10] = "";
    bytes(buf, 10);
    char b2[2] = "abc";
    bytes(b2, 2);
    struct P e1 = {};
    out(e1.x);
    int vv[3] = {[2] = f()};
    out(vv[0]);
    out(vv[2]);
    out(n);
    union U lu = {.p = {1, 2}};
    out(lu.p.y);
    union U lu2 = {{3}};
    out(lu2.i);
    static struct P sp = {1, 2};
    static int *spp = &sp.y;
    out(*spp);
    static int sarr[] = {1, 2, 3};
    out(sizeof sarr);
    static struct Q sq = {.s = "k"};
    out(sq.s[0]);
    return 0;
}
