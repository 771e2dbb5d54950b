"""Small programs with something in them for every kind of domain."""

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
        extern void *malloc(unsigned long);
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
}
