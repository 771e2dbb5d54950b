/* Bit-fields wider than int, where gcc and clang agree. */
#include "out.h"

struct S {
    unsigned long long c : 33;
    unsigned long long d : 40;
    long long e : 35;
    unsigned long long f : 64;
} s;
int main(void) {
    s.c = 0x1ffffffffULL;
    s.d = ~0ULL;
    s.e = -1;
    s.f = ~0ull;
    out((unsigned long long)s.c << 1);
    out(s.c >> 3);
    out(s.c / 3);
    out(s.c + 1ULL);
    out(s.c & 0xff);
    out(s.c | s.d);
    out(s.c > 1);
    unsigned long long x = s.c;
    x += x;
    out(x);
    out(s.c == s.d);
    s.c += 5;
    out(s.c);
    s.c <<= 3;
    out(s.c);
    out(s.c++);
    out(--s.d);
    out(s.f + 1);
    out(s.c * 1.5 > 2);
    out(!s.c);
    out(s.c % 7);
    out((long long)s.e * 4);
    out(s.e);
    out(s.c - x);
    out(x - s.c);
    int a[3] = {1, 2, 3};
    s.c = 1;
    out(a[s.c]);
    int *p = a;
    out(*(p + s.c));
    return 0;
}
