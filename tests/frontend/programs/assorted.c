/* A bit of everything. */
#include "out.h"

typedef union {
    int *ip;
    char *cp;
} TU __attribute__((transparent_union));
int tu(TU u) { return *u.ip; }
struct D {
    int a$b;
    int c;
} dd = {1, 2};
int tent[];
#define MAXX(a, b)                                                                                                     \
    ({                                                                                                                 \
        __label__ l1;                                                                                                  \
        int r = (a);                                                                                                   \
        if (r > (b)) goto l1;                                                                                          \
        r = (b);                                                                                                       \
    l1:                                                                                                                \
        r;                                                                                                             \
    })
struct BF {
    unsigned a : 3;
    signed b : 4;
    unsigned long long c : 33;
    int : 0;
    unsigned d : 32;
    _Bool e : 1;
    unsigned char f : 7;
    short g : 9;
    long long h : 20;
    enum { Q, W } q : 2;
} bf;
struct __attribute__((packed)) PK {
    char c;
    int i;
    short s;
    unsigned x : 5, y : 11;
} pk = {1, 2, 3, 4, 5};
struct O {
    int x;
    struct {
        int y;
        struct {
            int z;
        } in;
    } mid;
    union {
        int u1;
        char u2[4];
    };
    struct {
        short p, q;
    };
} oo = {1, {2, {3}}, {4}, {5, 6}};
typedef struct L {
    struct L *next;
    int v;
} L;
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int even(int);
int odd(int n) { return n ? even(n - 1) : 0; }
int even(int n) { return n ? odd(n - 1) : 1; }
static inline int sq(int x) { return x * x; }
int arrsum(int a[][2], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i][0] * a[i][1];
    return s;
}
typedef int (*BINOP)(int, int);
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
BINOP ops[] = {add, sub, [3] = add};
int app(BINOP f, int a, int b) { return f(a, b); }
BINOP get(int i) { return ops[i]; }
struct V {
    BINOP f;
    struct V *n;
};
struct BIG {
    int a[10];
    double d;
};
struct BIG mkbig(int x) {
    struct BIG b = {{x, x + 1}};
    b.d = x;
    b.a[9] = x;
    return b;
}
int takebig(struct BIG b) {
    b.a[0]++;
    return b.a[0] + b.a[9] + (int)b.d;
}
const int carr[3] = {1, 2, 3};
const struct P2 {
    const int x;
    int y;
} cp2 = {4, 5};
volatile int vol = 3;
volatile struct {
    int z;
} vs;
_Atomic int at = 1;
long long fll(long long a, char b, short c, float d, double e, _Bool f) { return a + b + c + (int)d + (int)e + f; }
void noret(void) { out(99); }
int implicit_ret(int x) {
    if (x) return 5;
}
int main(void) {
    int x = 5;
    out(tu(&x));
    out(dd.c);
    out(dd.a$b);
    tent[0] = 4;
    out(tent[0]);
    out(MAXX(3, 4));
    out(MAXX(9, 4) + MAXX(1, 2));
    bf.a = 5;
    bf.b = -3;
    bf.c = 0x1ffffffffULL;
    bf.d = -1;
    bf.e = 1;
    bf.f = 100;
    bf.g = -200;
    bf.h = -5;
    bf.q = W;
    out(bf.a + bf.b);
    out(bf.c);
    out(bf.d);
    out(bf.e + bf.f);
    out(bf.g);
    out(bf.h);
    out(bf.q);
    out(bf.d >> 1);
    out(-bf.a);
    out(bf.a - 6 < 0);
    out(bf.d - 1 > 0);
    out(sizeof bf);
    bf.b++;
    bf.c++;
    bf.d++;
    bf.f *= 2;
    bf.g <<= 1;
    bf.h -= 0x80000;
    out(bf.b);
    out(bf.c);
    out(bf.d);
    out(bf.f);
    out(bf.g);
    out(bf.h);
    struct BF b2 = bf;
    out(b2.a == bf.a);
    struct BF *pb = &b2;
    pb->a = ~0;
    out(pb->a);
    out(pb->a++ + ++pb->b);
    out(bf.e = 2);
    out(bf.f = 200);
    bf.a = bf.b = 7;
    out(bf.a);
    out(bf.b);
    out((bf.a | 8) == 15);
    out(sizeof pk);
    out(pk.i + pk.s + pk.x + pk.y);
    pk.y = 2047;
    pk.i = -1;
    bytes(&pk, sizeof pk);
    out(oo.mid.in.z);
    out(oo.u2[0]);
    out(oo.q);
    oo.u1 = 0x0102;
    out(oo.u2[1]);
    struct O *po = &oo;
    po->mid.in.z = 9;
    out(oo.mid.in.z);
    out(po->p);
    struct O o2 = *po;
    o2.p = 8;
    out(oo.p);
    out((&o2.mid)->y);
    L n1 = {0, 1}, n2 = {&n1, 2}, n3 = {&n2, 3};
    int s = 0;
    for (L *p = &n3; p; p = p->next) s = s * 10 + p->v;
    out(s);
    out(n3.next->next->v);
    n3.next->next = &n3;
    out(n3.next->next->next->v);
    out(fact(6));
    out(even(10));
    out(sq(x) + sq(sq(2)));
    int a2[2][2] = {{1, 2}, {3, 4}};
    out(arrsum(a2, 2));
    out(ops[1](5, 3));
    out(app(ops[0], 1, 2));
    out(get(1)(9, 4));
    out((*get(0))(9, 4));
    struct V v1 = {add, 0}, v2 = {sub, &v1};
    out(v2.f(1, 2) + v2.n->f(3, 4));
    out(ops[2] == 0);
    BINOP *bp = ops;
    out((*bp++)(1, 1));
    out(bp[0](5, 1));
    struct BIG b = mkbig(3);
    out(takebig(b));
    out(b.a[0]);
    out(mkbig(4).a[9]);
    outd(mkbig(2).d);
    out(takebig(mkbig(1)));
    struct BIG bb[2];
    bb[1] = mkbig(7);
    out(bb[1].a[1]);
    struct BIG *bq = bb;
    *bq++ = bb[1];
    out(bb[0].a[0]);
    out(bq->a[0]);
    out(carr[1]);
    out(cp2.x);
    vol++;
    out(vol * vol);
    vs.z = 4;
    out(vs.z);
    at++;
    at += 3;
    out(at);
    out(fll(1, 2, 3, 4.5f, 5.5, 7));
    (noret)();
    (*noret)();
    out(implicit_ret(1));
    int i = 0;
    i += i++ * 0 + 1;
    out(i);
    unsigned char arr[4] = {255, 255, 0, 1};
    out(*(unsigned short *)arr);
    out(*(int *)arr);
    *(short *)(arr + 2) = -1;
    out(arr[3]);
    char *s1 = "hello";
    int len = 0;
    while (*s1++) len++;
    out(len);
    char buf[6];
    char *d1 = buf;
    const char *s2 = "world";
    while ((*d1++ = *s2++));
    bytes(buf, 6);
    int *ip = &x;
    int **ipp = &ip;
    **ipp = 7;
    out(x);
    *ipp = &i;
    out(*ip);
    int (*pa)[2] = a2;
    out(pa[1][0]);
    out(*pa[1]);
    out((*pa)[1]);
    void *vp = &x;
    out(*(int *)vp);
    unsigned long adr = (unsigned long)&x;
    out(*(int *)adr);
    out(&x == (int *)adr);
    out((char *)(ip + 1) - (char *)ip);
    struct {
        int a;
        int b[3];
    } an = {1, {2, 3, 4}};
    out(an.b[2]);
    int *e = an.b + 3;
    out(e - an.b);
    out(e[-1]);
    out(&an.b[1] > &an.b[0]);
    out((long)&((struct BIG *)0)->d);
    {
        int x = 1;
        {
            int x = 2;
            out(x);
        }
        out(x);
    }
    out(x);
    for (int x = 0; x < 1; x++) out(x);
    enum { LA = 3, LB };
    out(LB);
    {
        enum { LA = 9 };
        out(LA);
    }
    struct T {
        int q;
    } t1 = {1};
    {
        struct T {
            char c[3];
        };
        out(sizeof(struct T));
    }
    out(sizeof(struct T));
    typedef char CT;
    CT ct = 300;
    out(ct);
    {
        typedef int CT;
        CT c2 = 300;
        out(c2);
    }
    if (x == 7)
        ;
    else out(0);
    int z = x > 3 ? x < 10 ? 1 : 2 : 3;
    out(z);
    z = x, z++;
    out(z);
    z = (x > 3) + (x > 4) * 2;
    out(z);
    out(!x == 0);
    out(!(x && z) || x);
    out((x & 1) ?: 9);
    out(x % 3 == 1 && x / 3 == 2);
    out(1 ? 2 : 3);
    out(0 ? 2 : 3);
    out(-7 / 2);
    out(-7 % 2);
    out(7 / -2);
    out(-7 >> 1);
    out(~0u >> 28);
    out((unsigned char)~0);
    out((short)32768);
    out(5 / 2.0 > 2);
    out(3 == 3.0);
    out('a' + 1);
    out((char)('a' + 200));
    out(1 << 3 << 1);
    out(100 >> 2 >> 1);
    out(10 - 3 - 2);
    out(2 + 3 * 4 % 5);
    out(6 & 3 | 8 ^ 1);
    out(1 < 2 == 1);
    out((1, 2, 3));
    out(sizeof(int) * 2);
    out(sizeof x + 1);
    out(-1 < 1u);
    out(-1L < 1u);
    out((unsigned short)-1 == 65535);
    out(0x7fffffff + 1 < 0);
    out(1e3 == 1000);
    out((float)0.1 == 0.1);
    out((float)0.5 == 0.5);
    out(0.1 + 0.2 == 0.3);
    out((int)-2.7);
    out((unsigned char)3.99);
    out((long long)1e15);
    outd((float)16777217);
    outd(1.0f / 3);
    outd(1.0 / 3);
    outd((double)(float)0.1);
    outd(7 / 2);
    outd(7 / 2.f);
    outd(-0.0);
    outd(1e308 * 10);
    float ff = 1;
    ff /= 3;
    outd(ff);
    ff *= 3.0;
    outd(ff);
    ff = ff + 0.1;
    outd(ff);
    double dv = x;
    dv++;
    outd(dv);
    dv--;
    --dv;
    outd(-dv);
    outd(+dv);
    out(dv > ff);
    out(dv && ff);
    out(!dv);
    int fi = 3.99f;
    out(fi);
    fi += 0.7;
    out(fi);
    ff = fi;
    outd(ff++);
    outd(ff);
    long double ldv = 0.1L;
    ldv *= 10;
    outd(ldv);
    out(ldv == 1);
    return 0;
}
