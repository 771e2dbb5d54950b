/* Statements: every kind of switch and loop, conditions of all sorts. */
#include "out.h"

int cnt;
int n(void) { return cnt++; }
int sw(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    default: r = 100;
    case 7: r += 7; break;
    case -3: r = -3; break;
    case 10 ... 12:
        r = 10;
        break;
        {
        case 20: r = 20;
        }
        if (0) {
        case 21: r = 21;
        }
        while (0) {
        case 22: r = 22;
        }
        r++;
    }
    return r;
}
int swu(unsigned x) {
    switch (x) {
    case -1: return 1;
    case 0x80000000: return 2;
    default: return 3;
    case 'a': return 4;
    }
}
int swl(long long x) {
    switch (x) {
    case 0x100000000LL: return 1;
    case -1: return 2;
    case 0: return 3;
    }
    return 4;
}
int swc(char c) {
    switch (c) {
    case 'a': return 1;
    case '\xff': return 2;
    case 255: return 3;
    case -128: return 5;
    default: return 4;
    }
}
int swuc(unsigned char c) {
    switch (c) {
    case 'a': return 1;
    case 255: return 3;
    case 256: return 5;
    default: return 4;
    }
}
enum E { X, Y = 5, Z };
int swe(enum E e) {
    switch (e) {
    case X: return 1;
    case Y: return 2;
    case Z: return 3;
    }
    return 4;
}
int duff(int count) {
    int a[100], s = 0, i = 0;
    int *to = a;
    int nn = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = i++;
        case 3: *to++ = i++;
        case 2: *to++ = i++;
        case 1: *to++ = i++;
        } while (--nn > 0);
    }
    return to - a;
}
int nest(int a, int b) {
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        for (;;) {
            switch (b) {
            case 1: goto out;
            case 2: b = 1; continue;
            default: return 29;
            }
            break;
        }
    out:
        return 21;
    }
    return 0;
}
int gt(int x) {
    int i = 0;
    if (x == 1) goto in;
    for (i = 0; i < 5; i++) {
        if (x == 2 && i == 3) goto end;
    in:
        i += 10;
    }
again:
    i++;
    if (i < 20) goto again;
end:
    return i;
}
int loops(void) {
    int i = 0, s = 0;
    for (;;) {
        if (i++ > 3) break;
        s += i;
    }
    out(s);
    for (i = 0;;) {
        if (i++ > 3) break;
        s += i;
    }
    out(s);
    for (; i < 10;) {
        i++;
        s += i;
    }
    out(s);
    for (;; i++) {
        if (i > 13) break;
        s += i;
    }
    out(s);
    for (i = 0; i < 3;) { s += i++; }
    out(s);
    for (i = 0;; i++) {
        if (i > 3) break;
        s += i;
    }
    out(s);
    for (; i < 8; i++) s += i;
    out(s);
    for (i = 0; i < 3; i++) s += i;
    out(s);
    for (int j = 0;;) {
        if (j++ > 2) break;
        s += j;
    }
    out(s);
    for (int j = 0; j < 2;) {
        j++;
        s += j;
    }
    out(s);
    for (int j = 0;; j++) {
        if (j > 2) break;
        s += j;
    }
    out(s);
    for (int j = 0, k = 9; j < k; j++, k--) s += j * k;
    out(s);
    for (/* ; */; /* ; */ i < 20 /*;*/;) {
        i += 3;
        s += i;
    }
    out(s);
    for (; ({
               int q = 0;
               q < 1;
           }) &&
           i < 30; // ;;
    )
        i += 7;
    out(i);
    for (const char *p = ";;;"; *p;) {
        p++;
        s++;
    }
    out(s);
    for (;; ({
             ;
             i += 2;
         }))
        if (i > 50) break;
    out(i);
    for (i = (';');;) {
        i--;
        if (i < 50) break;
    }
    out(i);
    for (; i < ((((60))));) i++;
    out(i);
#define C2 i < 70
#define EV                                                                                                             \
    ;                                                                                                                  \
    ;
#define STEP i++
#define HD                                                                                                             \
    ;                                                                                                                  \
    i < 90;
    for (; C2;) i += 2;
    out(i);
    for (EV) {
        if (i++ > 75) break;
    }
    out(i);
    for (;; STEP)
        if (i > 80) break;
    out(i);
    for (; C2 + 10; STEP);
    out(i);
#define LOOP(a, b) for (; a < b; a++)
#define LOOP2(a, b) for (a; b;)
#define UNTIL(c) for (; !(c);)

    i = 0;
    while (i < 5) {
        if (i == 2) {
            i = 4;
            continue;
        }
        i++;
    }
    out(i);
    do {
        i--;
        if (i == 3) continue;
        if (i == 1) break;
    } while (i > 0);
    out(i);
    do
        ;
    while (i++ < 5);
    out(i);
    while (i-- > 0);
    out(i);
    do { s++; } while (0);
    out(s);
    while (1) {
        if (s++ > 30) break;
    }
    out(s);
    while (0) s = 0;
    if (0) s = 0;
    else s++;
    if (1)
        ;
    else s = 0;
    out(s);
    return s;
}
int ret(int x) {
    if (x) return 1;
    else return 2;
    return 3;
}
void v(int x) {
    if (x) return;
    cnt = 50;
}
int el(int x) {
    if (x == 1) return 1;
    else if (x == 2) return 2;
    else if (x == 3) {
        if (x) return 3;
        else return 30;
    } else return 4;
}
int main(void) {
    int i;
    for (i = -5; i < 25; i++) out(sw(i));
    out(swu(-1));
    out(swu(0x80000000u));
    out(swu(97));
    out(swu(0));
    out(swl(0x100000000LL));
    out(swl(-1));
    out(swl(0));
    out(swl(0xffffffffLL));
    out(swc('a'));
    out(swc(-1));
    out(swc(-128));
    out(swc(0));
    out(swuc(255));
    out(swuc(0));
    for (i = -1; i < 8; i++) out(swe(i));
    for (i = 1; i < 15; i++) out(duff(i));
    for (i = 0; i < 4; i++) {
        out(nest(1, i));
        out(nest(2, i));
        out(nest(3, i));
    }
    for (i = 0; i < 4; i++) out(gt(i));
    loops();
    out(ret(0));
    out(ret(1));
    v(1);
    out(cnt);
    v(0);
    out(cnt);
    for (i = 0; i < 6; i++) out(el(i));
    switch (n())
        ;
    switch (n()) {}
    switch (n()) { default:; }
    out(cnt);
    switch (3) {
    case 3: out(1); break;
    case 4: out(2);
    }
    switch (i)
    case 6:
        out(66);
    switch ((char)300) {
    case 44: out(44);
    }
    switch (i && 1) {
    case 1: out(5);
    }
    if (i = 0) out(9);
    if ((i = 4)) out(i);
    if (!(i && n())) out(8);
    if (!i || !n() || i > 3 && n()) out(7);
    out(cnt);
    if (i ? n() : 0) out(cnt);
    if (({
            int z = i;
            z > 2;
        }))
        out(3);
    while (n() < 70);
    out(cnt);
    if (i, 0) out(1);
    else out(2);
    if ("") out(11);
    if (main) out(12);
    if (0.5) out(13);
    double dd = 0;
    if (dd) out(14);
    else out(15);
    int *np = 0;
    if (np) out(16);
    if (!np) out(17);
    if (np == 0 && (np || 1)) out(18);
    return 0;
}
