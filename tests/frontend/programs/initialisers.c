/* Initialisers of objects with static and automatic storage, dumped byte by byte. */
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
struct A {
    int a;
    struct {
        int b;
        union {
            int c;
            short d;
        };
    };
    int e;
};
struct B {
    unsigned a : 3;
    int : 5;
    unsigned b : 4;
    int : 0;
    int c;
};
struct P g1[3] = {1, 2, 3, 4, 5};
struct P g2[3] = {{1}, {3, 4}, 5};
struct Q g3 = {1, 2, 3, 4, {5}, "ab"};
struct Q g4 = {{1, 2}, {{3, 4}, {5, 6}}, "abcd"};
struct Q g5 = {.b[1].y = 9, .a = {7}, .s = "xyz"};
struct Q g5b = {.b[0].y = 9, 1, 2, "q"};
int g6[10] = {[3] = 1, 2, [1] = 5, [5 ... 7] = 8, 9};
int g7[] = {[4] = 1, [2] = 3, 4};
char g8[3] = "abc";
char g9[] = "a\0b";
char g10[8] = {"xy"};
char g11[2][4] = {"abc", "de"};
char g12[][3] = {{'a'}, "bc", {1, 2, 3}};
union U g13 = {5};
union U g14 = {.c = "hello"};
union U g15 = {.p = {1, 2}};
union U g16[2] = {{1}, {.p.y = 3}};
struct A g17 = {1, {2, {3}}, 4};
struct A g18 = {.a = 1, .b = 2, .d = 3, .e = 4};
struct A g19 = {1, 2, 3, 4};
struct A g20 = {.c = 7, 8};
struct B g21 = {1, 2, 3};
struct B g22 = {.b = 15, .c = -1};
struct P g23 = {y : 3, x : 4};
int g24[4] = {[1] 5, [2] 6};
int g25[2][3] = {1, 2, 3, 4};
int g26[2][3] = {{1}, {[2] = 5}};
int g27[2][3] = {[1][1] = 7, 8};
int g28[3][2] = {[1] = 1, 2, 3};
struct P *g29 = (struct P[]){{1, 2}, {3, 4}};
int *g30 = (int[]){1, 2, 3};
struct P g31 = (struct P){8, 9};
struct P *g32 = &(struct P){5, 6};
struct P g33[4] = {[0 ... 2] = {1, 2}, [1] = {5}};
struct Q g34 = {.a = {1, 2}, .a = {3}};
struct P g35[2] = {[0].x = 1, [0].y = 2, [1] = {3}};
struct Q g36 = {.b = {[0] = {1, 2}, [1] = {3, 4}}, .b[1].x = 7};
int g37[3] = {
    1,
    2,
    3,
};
int g38 = {5};
int *g39 = &g37[1];
char *g40 = "hi";
char *g41[] = {"a", "bc", 0};
struct {
    int n;
    char *s;
} g42[] = {{1, "x"}, {2, "y"}};
double g43[3] = {1, 2.5f};
float g44 = 1e-3;
long long g45[2] = {-1, ~0ull};
_Bool g46[3] = {5, 0.5, 0};
short g47 = 70000;
unsigned char g48 = -1;
enum E { E1 = -2, E2 = 7 } g49[2] = {E2, E1};
int g50[2][2][2] = {1, 2, {3, 4}, 5};
int g51[2][2] = {{1, 2}, {3, 4}};
struct P g52[2] = {{.y = 1}, {.x = 2}};
struct N {
    struct {
        int a, b;
    };
    int c;
} g53 = {{1, 2}, 3}, g54 = {.b = 5, 6}, g55 = {1, 2, 3};
struct M {
    int n;
    struct P p;
    int t[3];
} g56 = {1, 2, 3, 4, 5, 6}, g57 = {1, {2}, {[1] = 4}}, g58 = {.p.y = 1, .t[2] = 5},
  g59 = {.t = {1, 2, 3}, .n = 9, 7, 8}, g60 = {.t[0] = 1, 2, 3};
int g61[5] = {[2] = 1, [2] = 5, 6, [0] = 9};
struct P g62[3] = {[1].y = 4, {5, 6}};
struct P g63[3] = {[1].x = 4, 5, 6};
void loc(void) {
    struct P l1[3] = {1, 2, 3, 4, 5};
    bytes(l1, sizeof l1);
    struct Q l5 = {.b[1].y = 9, .a = {7}, .s = "xyz"};
    bytes(&l5, sizeof l5);
    int l6[10] = {[3] = 1, 2, [1] = 5, [5 ... 7] = 8, 9};
    bytes(l6, sizeof l6);
    char l8[3] = "abc";
    bytes(l8, 3);
    char l9[] = "a\0b";
    bytes(l9, sizeof l9);
    struct P l33[4] = {[0 ... 2] = {1, 2}, [1] = {5}};
    bytes(l33, sizeof l33);
    struct Q l34 = {.a = {1, 2}, .a = {3}};
    bytes(&l34, sizeof l34);
    struct P a = {1, 2};
    struct P b = a;
    bytes(&b, sizeof b);
    struct Q c = {a, {a, b}, "z"};
    bytes(&c, sizeof c);
    struct Q d = {.b[1] = a, .s = "qq"};
    bytes(&d, sizeof d);
    struct M m = {1, a, {3}};
    bytes(&m, sizeof m);
    int i = 0;
    int r[4] = {[0 ... 2] = ++i};
    bytes(r, sizeof r);
    out(i);
    struct P e = (struct P){.y = i};
    bytes(&e, sizeof e);
    e = (struct P){e.y, e.x};
    bytes(&e, sizeof e);
    struct P f[2] = {[1] = a};
    bytes(f, sizeof f);
    struct P arr[] = {a, b, {3, 4}, a};
    bytes(arr, sizeof arr);
    char s2[6] = ("abc");
    bytes(s2, 6);
    char s3[] = {("de")};
    bytes(s3, sizeof s3);
    struct P y = {.x = 1, .x = 2};
    bytes(&y, sizeof y);
    union U u = {.i = -1};
    out(u.i);
    union U u2 = {.c = {1, 2}};
    bytes(u2.c, 8);
    struct Q w = {.a = a, .a.y = 5};
    bytes(&w, sizeof w);
    int v3[2] = {};
    bytes(v3, 8);
    struct P v4 = {};
    bytes(&v4, 8);
}
#define B(x) bytes(&x, sizeof x)
int main(void) {
    B(g1);
    B(g2);
    B(g3);
    B(g4);
    B(g5);
    B(g5b);
    B(g6);
    B(g7);
    B(g8);
    B(g9);
    B(g10);
    B(g11);
    B(g12);
    out(g13.i);
    B(g14);
    B(g15);
    B(g16);
    B(g17);
    B(g18);
    B(g19);
    B(g20);
    B(g21);
    B(g22);
    B(g23);
    B(g24);
    B(g25);
    B(g26);
    B(g27);
    B(g28);
    bytes(g29, 16);
    bytes(g30, 12);
    B(g31);
    B(*g32);
    B(g33);
    B(g34);
    B(g35);
    B(g36);
    B(g37);
    B(g38);
    out(*g39);
    bytes(g40, 3);
    bytes(g41[1], 3);
    out(g41[2] == 0);
    out(g42[1].n);
    bytes(g42[1].s, 2);
    B(g43);
    B(g44);
    B(g45);
    B(g46);
    B(g47);
    B(g48);
    B(g49);
    B(g50);
    B(g51);
    B(g52);
    B(g53);
    B(g54);
    B(g55);
    B(g56);
    B(g57);
    B(g58);
    B(g59);
    B(g60);
    B(g61);
    B(g62);
    B(g63);
    loc();
    return 0;
}
