/* Arrays of variable length in a loop. */
#include "out.h"

int s(int n, int m, int a[n][m]) {
    int r = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) r = r * 3 + a[i][j];
    return r;
}
int s1(int n, int a[n]) { return a[n - 1]; }
int main(void) {
    for (int n = 1; n < 4; n++) {
        int a[n];
        int m = n + 1;
        int b[n][m];
        out(sizeof a);
        out(sizeof b);
        out(sizeof b[0]);
        out(sizeof(b[0][0]));
        for (int i = 0; i < n; i++) {
            a[i] = i;
            for (int j = 0; j < m; j++) b[i][j] = i * 10 + j;
        }
        out(s(n, m, b));
        out(s1(n, a));
        out(&b[n - 1][0] - &b[0][0]);
        out((char *)(b + 1) - (char *)b);
        int c[n][2];
        c[n - 1][1] = 4;
        out(c[n - 1][1]);
        out(sizeof c);
        int d[2][n];
        d[1][n - 1] = 8;
        out(d[1][n - 1]);
        out(sizeof d[1]);
        int (*p)[m] = b;
        n = n;
        out(*(*b + 1));
        char buf[n * 2 + 1];
        out(sizeof buf);
        int k = 0;
        int z[(k++, 3)];
        out(k);
        out(sizeof z);
        int q = n;
        int y[q];
        q = 100;
        out(sizeof y);
        out(p[0][1]);
        p++;
        out(sizeof *p);
        typedef int T[n];
        T tt;
        out(sizeof tt);
        out(b[n - 1] - b[0]);
    }
    return 0;
}
