/* break, continue and goto, out of and into nested statements. */
#include "out.h"

int n;
int f(void) { return n++; }
int main(void) {
    int i, j, k;
outer:
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            if (j == 1) continue;
            if (i == 1) goto next;
            out(i * 10 + j);
        }
    next:;
    }
    i = 0;
    while (1) {
        do {
            if (i++ == 2) break;
            if (i == 5) goto done;
        } while (i < 4);
        if (i > 8) break;
        i++;
    }
done:
    out(i);
    for (i = 0, j = 10; i < j; i += 2, --j)
        if (i == 4) break;
    out(i + j);
    for (;;) {
        for (;;) break;
        break;
    }
    for (n = 0; f() < 3 && f() < 9;) out(n);
    out(n);
    for (n = 0; f() < 3 || f() < 5; f());
    out(n);
    do {
        if (n > 20) goto x;
        n += 3;
        switch (n % 3) {
        case 0: continue;
        case 1: break;
        default: n++;
        }
        out(n);
    } while (n < 30);
x:
    out(n);
    switch (n) {
    default:
        for (i = 0; i < 2; i++) {
        case 100:
            out(i);
            if (n == 100) break;
        }
        break;
    }
    i = 3;
L:
    if (i--) goto L;
    out(i);
    goto M;
    while (0) {
    M:
        out(5);
    }
    {
        goto N;
        {
            int q;
        N:
            q = 6;
            out(q);
        }
    }
    int c = 0;
    while (c < 3) {
        int v;
        if (c == 0) v = 5;
        if (c) v = c;
        out(v);
        c++;
    }
    for (int a = 0; a < 2; a++) {
        static int st = 0;
        int au = 0;
        st++;
        au++;
        out(st * 10 + au);
    }
    switch (2) {
        int q;
    case 2: q = 4; out(q);
    }
    switch (5) {
    case 1: out(0);
    }
    int m = 3;
    switch (m) {
    case 3: m = 4;
    case 4: out(m); break;
    case 5: out(0);
    }
    switch (m + 1) {
    case 1 ... 3: out(0); break;
    case 5 ... 9: out(59);
    case 4: out(44);
    }
    switch (-1) {
    case 0xffffffff: out(1); break;
    default: out(2);
    }
    switch ((unsigned char)-1) {
    case -1: out(1); break;
    case 255: out(3);
    }
    switch (1LL << 40) {
    case 0: out(0); break;
    case 1LL << 40: out(40);
    }
    switch ('x') {
    case 'x': out('x');
    }
    for(int q=0;q<({int t=3; t;});q++)
        out(q);
    while (({
        n--;
        n > 15;
    }));
    out(n);
    if (({
            goto sk;
            1;
        }))
        out(0);
sk:
    out(1);
    for (i = 0; i < 3; i++) switch (i) {
        case 0: continue;
        case 1: break;
        case 2: goto e;
        }
e:
    out(i);
    do {
        if (1) break;
        out(0);
    } while (1);
    for (i = 0; i < 10; i++, (
                                 {
                                     if (i == 4) i = 8;
                                 }));
    out(i);
    int t = 0;
again:
    if (t < 3) {
        t++;
        goto again;
    }
    out(t);
    if (0) {
    in:
        out(7);
        goto after;
    }
    goto in;
after:
    return 0;
}
