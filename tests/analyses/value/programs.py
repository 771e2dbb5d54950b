"""C programs with inputs, for comparing the transfers with each other and with concrete runs."""

from __future__ import annotations

PROGRAMS: dict[str, str] = {
    "automaton": """
        int state = 1, count;
        int step(int input) {
          if (state == 1 && (input == 2 || input == 3)) { state = 2; return 21; }
          if (state == 2 && !(input == 2)) { state = 3; count++; return 22; }
          if (state == 3) { state = input == 1 ? 1 : 2; return input; }
          return -1;
        }
        int main(void) {
          for (int i = 0; i < 6; i++) { int x = __VERIFIER_nondet_int(); if (x < 1 || x > 4) return 0; see(step(x)); }
          return count;
        }""",
    "recursion": """
        int ackermann(int m, int n) {
          return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
        }
        int even(unsigned n); int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
        int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint() % 4;
          see(ackermann(2, 2)); see(even(n)); see(even(6)); return 0;
        }""",
    "list": """
        struct node { int value; struct node *next; };
        int main(void) {
          struct node *head = 0, *p; int sum = 0;
          for (int i = 0; i < 3; i++) {
            p = malloc(sizeof *p); p->value = __VERIFIER_nondet_bool() ? i : 7; p->next = head; head = p;
          }
          for (p = head; p; p = p->next) sum += p->value;
          while (head) { p = head->next; free(head); head = p; }
          see(sum);
          return 0;
        }""",
    "pointers": """
        int x = 1, y = 2, a[4]; int *p = &x, **q = &p;
        void swap(int *s, int *t) { int u = *s; *s = *t; *t = u; }
        int main(void) {
          if (__VERIFIER_nondet_bool()) *q = &y;
          **q = 5; swap(&x, &y); a[*p & 3] = x - y;
          int *r = __VERIFIER_nondet_int() > 3 ? a + 1 : p;
          *r += 3; p = (int *)(unsigned long)r;
          for (int i = 0; i < 4; i++) { int z = a[i]; int *w = &z; if (*w) see(z, x, y); *w = i; if (p == &a[1]) p = &a[2]; }
          return *p;
        }""",
    "bits": """
        union u {
          float f; unsigned n; unsigned char b[4]; struct { unsigned low : 5; int middle : 7; unsigned rest : 20; } s;
        } v;
        struct packed { unsigned char c; unsigned a : 1, b : 9; long long wide : 40; } __attribute__((packed)) w;
        int main(void) {
          int k = __VERIFIER_nondet_int();
          v.f = 1.5f; see(v.n, v.s.low, v.s.middle, v.b[3]);
          v.s.middle = -3; v.b[0] ^= 0x55; see(v.n, v.f > 0);
          w.b = 300; w.wide = -7; w.a = k; see(w.b, w.wide, w.a);
          if (w.a) { w.c = 9; see(w.c + w.b); }
          v.b[1] = k; see(v.n, v.b[2]);
          return 0;
        }""",
    "floats": """
        int main(void) {
          double x = __VERIFIER_nondet_double(), z = 0.0; float f = 0.1f; long double l = 1.0L / 3;
          if (x == 0) { if (1 / x > 0) see(1); else see(2); }
          if (x == 2.5) see((int)(x * 2));
          z = -z; see(1 / z < 0); z = z / z; if (z != z) see(3);
          for (int i = 0; i < 5; i++) { f += 0.1f; l *= 1.5; }
          see(f == 0.6f, (int)(l * 100), (int)(f * 1000), (unsigned char)f);
          if (f) see(4); if (!(x < 1)) see(5);
          return x > 0 && x < 1 ? (int)x : 7;
        }""",
    "functions": """
        int one(int x) { return x + 1; } int two(int x) { return x * 2; }
        int (*table[2])(int) = {one, two}; struct ops { int (*run)(int); int n; } ops = {two, 3};
        int apply(int (*f)(int), int x) { return f ? f(x) : -1; }
        int main(void) {
          unsigned i = __VERIFIER_nondet_uint() % 2;
          see(apply(table[i], 3), apply(ops.run, ops.n), apply(0, 1)); ops.run = one; see(ops.run(ops.n), ops.run == one);
          return 0;
        }""",
    "control": """
        int main(void) {
          int n = 0, k = __VERIFIER_nondet_int(); char c = (char)k; unsigned short s = 65535;
          switch (k) { case 1: n = 3; case 2: n += 4; break; case -5: goto out; default: n = k; }
          do { s += 3; if (s == 5) continue; n = n * 31 + s; } while (s < 20);
          if (c == 'x' && n) n = c; if ((long)k == 77) n = -k; if ((char)k == 77) see(k); if (!k) n ^= 5;
        out: { int local; int *p = &local; *p = n; see(*p, s, c); }
          __VERIFIER_assume(k != 3); __VERIFIER_assume(k == 4 || k == 5 || k == 1); see(k, n % 7, n / 3, n >> 2);
          return n;
        }""",
    "copies": """
        struct inner { short a; char b; }; struct outer { struct inner i[2]; int *p; } g;
        struct outer make(int n, struct inner i) {
          struct outer o; o.i[0] = i; o.i[1].a = n; o.p = &g.i[1].a == 0 ? 0 : (int *)&g; return o;
        }
        int main(void) {
          struct inner i = {3, 4}; struct outer o = make(__VERIFIER_nondet_int(), i), t;
          g = make(7, o.i[0]); t = g; t.i[0].b++; memcpy(&o, &t, sizeof t); memset(&t, 0, 4);
          see(o.i[0].a, o.i[0].b, o.i[1].a, t.i[0].a, t.i[1].a, g.p == (int *)&g, o.p == g.p);
          int n = 1 + (__VERIFIER_nondet_bool()); int v[n]; v[0] = n; see(v[0]);
          return 0;
        }""",
    "numbers of pointers": """
        int x, a[3];
        int main(void) {
          unsigned long n = (unsigned long)&a[1], m = (unsigned long)&x, k = __VERIFIER_nondet_uint() % 3;
          see(n == m, n == 0, n != (unsigned long)&a[1], n + 4 > n, (n & 3) == 0, !n);
          int *p = (int *)n; *p = 4; see(a[1]);
          unsigned long l = k ? n : k; if (l == n) see(1); if (l) see(2); if (l == 5) see(3);
          long d = (long)n - (long)&a[0]; p = (int *)(n + 4); *p = 6; see(d, a[2], (int)n == (int)m);
          return l < m;
        }""",
}
