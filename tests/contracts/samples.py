"""Small programs with something in them for every kind of domain; what is easiest to get wrong comes last."""

from __future__ import annotations

SAMPLES: dict[str, str] = {
    "branches": """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int x = __VERIFIER_nondet_int(), y = 0;
          if (x > 0) y = x; else if (x == 0) y = -1; else y = 1;
          if (y < 0 && x != 0) y = 2;
          return y == 0 ? x : y;
        }""",
    "loop": """
        extern unsigned __VERIFIER_nondet_uint(void);
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint() % 5, i, sum = 0;
          for (i = 0; i < n; i++) { if (i == 3) continue; sum += i; }
          while (sum) sum--;
          return (int)i;
        }""",
    "calls": """
        int depth;
        static int down(int n) { depth++; return n <= 0 ? depth : down(n - 1) + n; }
        static int twice(int (*f)(int), int n) { return f(n) + f(n - 1); }
        int main(void) { int (*f)(int) = down; depth = 0; return twice(f, 2) + (f ? f(1) : 0); }""",
    "memory": """
        extern void *malloc(__SIZE_TYPE__);
        extern void free(void *);
        struct list { int value; struct list *next; };
        int table[4] = { 1, 2, 3 };
        int main(void) {
          struct list *head = 0;
          for (int i = 0; i < 3; i++) {
            struct list *one = malloc(sizeof *one);
            one->value = table[i]; one->next = head; head = one;
          }
          int *p = &table[1], sum = 0;
          *p = 7;
          while (head) { struct list *next = head->next; sum += head->value; free(head); head = next; }
          return sum + table[1] - *(p + 1);
        }""",
    "types": """
        union bits { float real; unsigned word; unsigned char bytes[4]; };
        struct flags { unsigned a : 3; int b : 5; _Bool c; };
        int main(void) {
          union bits u; struct flags s = { 9, -20, 2 };
          u.real = 1.5f;
          double d = u.real / 3;
          s.a += 6; s.b--; s.c = d;
          char text[] = "abc";
          switch (text[1]) { case 'a': return 1; case 'b': return (int)(u.word >> 20) + s.a + s.b + s.c + u.bytes[3]; }
          return 2;
        }""",
    "tables": """
        #define FOUR(x) x, x + 1, x + 2, x + 3
        #define MANY(x) FOUR(x), FOUR(x + 4), FOUR(x + 8), FOUR(x + 12)
        #define ALL(x) MANY(x), MANY(x + 16), MANY(x + 32), MANY(x + 48)
        extern int __VERIFIER_nondet_int(void);
        static const signed char fixed[] = { ALL(-40), MANY(24) };
        static struct { unsigned a : 3, b : 9; short c; } mixed[30] = { ALL(1) };
        int main(void) {
          int i = __VERIFIER_nondet_int() & 7, sum = 0;
          int local[80] = { ALL(5) };
          const signed char *p = fixed + i;
          mixed[i].b -= fixed[40 + i];
          local[i + 60] = *p;
          return sum + local[60] + local[70] + mixed[i].a + mixed[3].b + mixed[25].c + (p[2] < 0 ? fixed[0] : fixed[71]);
        }""",
    "overflow": """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int x = __VERIFIER_nondet_int();
          unsigned char c = (unsigned char)x;
          if (x > 0) { int y = x + 1; if (y < 0) return 1; }
          c += 200;
          if (c > 0) return -x < 0 ? 2 : x - 1 > 0;
          return x * x < 0;
        }""",
    "inputs": """
        extern char __VERIFIER_nondet_char(void);
        extern void __VERIFIER_assume(int);
        int state = 0;
        int main(void) {
          for (int i = 0; i < 4; i++) {
            char c = __VERIFIER_nondet_char();
            __VERIFIER_assume(c >= 'a' && c <= 'c');
            if (state == 0 && c == 'a') state = 1;
            else if (state == 1 && c == 'b') state = 2;
            else if (state == 2) state = -1;
          }
          return state;
        }""",
    "shadowing": """
        int x = 1;
        static int y = 2;
        static int f(int y) { int r = x; { int x = -7; r += x; y = -y; } x = 0; return r + y; }
        static int g(int x) { x++; return x; }
        int main(void) {
          int r = f(3);
          for (int x = 3; x > 0; x--) { int y = x; y = g(y); r += y; }
          { int x = g(4); r -= x; }
          return r + x + y;
        }""",
    "unions": """
        extern int __VERIFIER_nondet_int(void);
        union both { int number; char bytes[4]; short halves[2]; };
        struct tagged { int tag; union { int i; float f; } as; };
        int main(void) {
          union both u = { 0 }; struct tagged t = { 1, { 3 } }, copy;
          u.bytes[1] = 2; int n = u.number;
          u.halves[1] = -1; if (u.number < 0) n = u.number;
          copy = t; t.as.f = 1.0f; copy.tag = t.as.i > 0 ? 2 : 0;
          if (__VERIFIER_nondet_int()) { u.number = 7; copy = t; }
          return n + u.bytes[0] + copy.tag + copy.as.i;
        }""",
    "arrays": """
        extern unsigned __VERIFIER_nondet_uint(void);
        struct point { int x, y; };
        int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
        int main(void) {
          int a[4] = { 1, 2, 3, 4 }, *end = a + 4, s = 0; struct point ps[2] = { { 1, 2 }, { 3, 4 } }, other;
          unsigned i = __VERIFIER_nondet_uint() % 4;
          a[2] = 0; a[i] = -9; s = a[2];
          for (int *p = a; p != end; ++p) s += *p;
          ps[i & 1] = ps[0]; ps[1].y = 8; other = ps[1]; ps[1].x = -1;
          grid[i / 2][i % 2] = 0; grid[1][2] -= other.x;
          return s + a[i] + ps[0].x + other.x + other.y + grid[0][0] + grid[1][2];
        }""",
    "gotos": """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int n = 0, r = 1, late;
          if (__VERIFIER_nondet_int() > 1) goto inside;
        again:
          n++; r = -r;
          { int x = 5;
            r += x;
        inside:
            x = n - 1;
            if (x > 0) r = x;
          }
          if (n < 3) goto again;
          for (int i = 0; i < 3; i++) { int z; if (i == 0) z = 4; else z = i; late = z; if (late == 2) break; }
          switch (n) { case 3: r++; case 4: r += 2; break; default: r = 0; }
          return r + late;
        }""",
    "indeterminate": """
        extern int __VERIFIER_nondet_int(void);
        static int once(int first) { int x; if (first) x = 3; int r = 0; if (!first && x < 0) r = 1; return r + x; }
        int main(void) {
          int a, b = 2, c, *p = &c;
          if (a > 0) b = a; else if (a < 0) b = -1;
          for (int i = 0; i < 3; i++) { int x; if (i > 0 && x == 1) b = 0; x = 1; b += x; }
          if (__VERIFIER_nondet_int()) *p = 1;
          return once(1) + once(0) + b + *p;
        }""",
    "heap": """
        extern void *malloc(__SIZE_TYPE__);
        extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
        extern void free(void *);
        extern int __VERIFIER_nondet_int(void);
        struct node { int value; struct node *next; };
        int *kept;
        static struct node *push(struct node *top, int value) {
          struct node *one = malloc(sizeof *one);
          one->value = value; one->next = top;
          return one;
        }
        int main(void) {
          struct node *top = 0, *first; int *zeros = calloc(3, sizeof *zeros), r = 0;
          for (int i = 1; i < 4; i++) top = push(top, i);
          first = top; first->next->value = -2; r = top->next->value;
          kept = __VERIFIER_nondet_int() ? zeros : &top->value;
          *kept = 7; r += zeros[0] + zeros[1] + top->value;
          while (top) { struct node *next = top->next; r += top->value; free(top); top = next; }
          free(zeros);
          return r;
        }""",
    "joins": """
        extern int __VERIFIER_nondet_int(void);
        int mode;
        static int of(int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; }
        int main(void) {
          int x, y = 0, n = __VERIFIER_nondet_int();
          if (n > 0) { x = 1; y = 4; mode = 1; } else if (n < 0) { x = -1; y = 4; mode = 0; } else x = 0;
          int s = of(n), t = of(x);
          for (int i = -2; i < 2; i++) { if (i == 0) { y = -y; continue; } if (i > 0) mode = i; }
          do { x++; if (x > 2) break; } while (n == 0);
          return s == t ? x + y + mode : -1;
        }""",
    "recursion": """
        extern int __VERIFIER_nondet_int(void);
        int calls;
        static int sum(int n) {
          int mine = n, result = 0, seen = -1;
          calls++;
          if (n > 0) { result = sum(n - 1); seen = mine; }
          mine = result + mine;
          return seen < 0 && n > 0 ? -1 : mine;
        }
        static int even(int n);
        static int odd(int n) { int was = n; int r = n == 0 ? 0 : even(n - 1); return was == n ? r : 9; }
        static int even(int n) { int was = n; int r = n == 0 ? 1 : odd(n - 1); n = was; return r; }
        static void count(int n, int *above) { int here = 1; if (n > 0) { count(n - 1, &here); *above = *above + here; } }
        static int pair(int a, int b) { if (b > 2) return a - b; return pair(7, a); }
        static int past(int n) {
          int r = 0;
          if (n == 0) goto inner;
          { int x = 5; r = past(n - 1) + x; goto out; inner: if (x > 0) r = 1; else r = -1; }
        out: return r;
        }
        static int fresh(int n) { int x; if (n == 0) { x = 7; return x; } int y = fresh(n - 1); x = -1; return fresh(0) + x + y; }
        int main(void) {
          int n = __VERIFIER_nondet_int() > 0 ? 3 : 2, total = 0;
          count(2, &total);
          return sum(n) + even(3) + odd(n) + total + calls + fresh(1) + pair(3, 1) + past(1);
        }""",
    "library": """
        extern void *memcpy(void *, const void *, __SIZE_TYPE__);
        extern void *memset(void *, int, __SIZE_TYPE__);
        extern char *strcpy(char *, const char *);
        extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);
        extern unsigned __VERIFIER_nondet_uint(void);
        struct pair { int a, b; };
        int main(void) {
          int x = 5, y = -6, z = 1; char text[8] = "xyz"; struct pair p = { 1, 2 }, q = { 3, 4 };
          memcpy(&x, &y, sizeof x);
          memset(&y, 0, sizeof y); if (y == 0) z = x;
          memcpy(&p.b, &q, sizeof p.b); memcpy(&q, &p, sizeof q);
          text[0] = 'q'; strcpy(text + 1, "ab");
          x = snprintf(text, sizeof text, "%d", 42); if (x > 0) z--;
          memset(&q, 255, __VERIFIER_nondet_uint() % 5);
          return x + y + z + p.b + text[0] + (q.b == 3);
        }""",
    "results": """
        extern int __VERIFIER_nondet_int(void);
        extern int abs(int);
        static int minus(int n) { return -n; }
        static void nothing(void) {}
        static int pick(int which) { if (which == 0) return 5; if (which > 0) return -5; return 0; }
        int kept = 1;
        int main(void) {
          int (*known)(int) = minus, (*library)(int) = abs, (*input)(void) = __VERIFIER_nondet_int, x = 3, y = 3, z = 3;
          x = minus(2); y = abs(-4);
          if (x < 0) z = input();
          x = known(-6); y = library(x);
          if (z > 0) known = library;
          z = known(8); kept = pick(z); kept = pick(kept) + pick(-1);
          y = __VERIFIER_nondet_int(); nothing(); x = y;
          (void)pick(x);
          return x == y ? z : kept;
        }""",
    "written by callees": """
        extern int __VERIFIER_nondet_int(void);
        int last = 5;
        static void set(int *where, int what) { *where = what; last = -what; }
        static void swap(int *a, int *b) { int old = *a; *a = *b; *b = old; }
        static int *greater(int *a, int *b) { return *a > *b ? a : b; }
        static void fill(int *a, int n) { while (n > 0) a[--n] = -n; }
        int main(void) {
          int x = 4, y = -4, a[3] = { 7, 7, 7 };
          last = 5; set(&x, -1);
          if (last > 0 && x < 0) y = x;
          swap(&x, &y); *greater(&x, &y) = 9; fill(a, 3);
          set(&last, 2); set(a + __VERIFIER_nondet_int() % 2 * 0, 3);
          return x + y + a[0] + a[2] + last;
        }""",
    "aliasing": """
        extern int __VERIFIER_nondet_int(void);
        int shared = 1;
        int main(void) {
          int x = 1, y = 2, one = 1, *p = &x, **q = &p;
          *p = -3;
          if (__VERIFIER_nondet_int() > 0) p = &y;
          **q = 0;
          if (x == 0) y = x - 1;
          q = 0; p = &shared; one = *p;
          *p -= 2;
          if (shared < 0) one = shared;
          return x + y + one;
        }""",
    "wrap-around": """
        extern int __VERIFIER_nondet_int(void);
        extern unsigned __VERIFIER_nondet_uint(void);
        int main(void) {
          int big = 2147483647, small = -2147483647 - 1, x = __VERIFIER_nondet_int(), r = 0;
          unsigned u = __VERIFIER_nondet_uint(); unsigned char c = 250; short s = 32767; long wide = 1L << 31;
          if (x > 0 && big > 0) { r = x + big; if (r > 0) r = 1; }
          if (small < 0 && x < 0) r = small + x;
          r = big + 1; r = -small; r = big * 2; u = u - 1; c += 10; s++;
          u = (unsigned)small; r = (int)wide; r = small - 1; x = x * x; c = (unsigned char)x; u = u + u;
          return (int)(u >> 31) + c + s + (r > 0) + x;
        }""",
}
