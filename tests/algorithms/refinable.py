"""Small C programs with a known verdict: what refinement must get right, whatever its options."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    text: str
    verdict: str
    many_values: bool = False
    """Can it be decided only by tracking something that takes many values?"""


def true(text: str, *, many_values: bool = False) -> Sample:
    return Sample(text, "TRUE", many_values)


def false(text: str) -> Sample:
    return Sample(text, "FALSE")


REFINABLE: dict[str, Sample] = {
    "flag in a loop": true("""
        extern int system_call(void);
        int main(void) {
          int flag = 0, ticks = 0, x = __VERIFIER_nondet_int();
          while (1) { ticks = ticks + 1; int result = system_call(); if (result == 0 || ticks > x) break; }
          if (flag > 0) reach_error();
          return 0;
        }"""),
    "flag is set at last": false("""
        int main(void) {
          int flag = 0, ticks = 0;
          while (ticks < 3) { ticks++; if (ticks == 3) flag = 1; }
          if (flag > 0) reach_error();
          return 0;
        }"""),
    "counted loop": true(
        """
        int main(void) { int i = 0, s = 0; for (i = 0; i < 12; i++) s += i; if (s != 66) reach_error(); return 0; }""",
        many_values=True,
    ),
    "same value in both branches": true("""
        int main(void) {
          int c = __VERIFIER_nondet_int(), y;
          if (c) { y = 0; if (y) reach_error(); } else { y = 0; c = __VERIFIER_nondet_int(); if (y) reach_error(); }
          return 0;
        }"""),
    "error behind the other branch": false("""
        int main(void) {
          int c = __VERIFIER_nondet_int(), y;
          if (c == 1) { if (__VERIFIER_nondet_bool()) c = 2; y = 0; } else { if (__VERIFIER_nondet_bool()) c = 3; y = 1; }
          if (y == 1) reach_error();
          return 0;
        }"""),
    "states of an automaton": true("""
        int state = 1, out;
        void step(int in) {
          if (state == 1 && in == 2) { state = 2; out = 20; } else if (state == 2 && in == 3) { state = 3; out = 30; }
          else if (state == 3) { state = 1; out = 10; } else out = -1;
        }
        int main(void) {
          while (1) {
            int in = __VERIFIER_nondet_int(); if (in != 2 && in != 3) return 0;
            step(in); if (state == 2 && out == 30) reach_error(); if (state > 3) reach_error();
          }
        }"""),
    "states of a faulty automaton": false("""
        int state = 1;
        void step(int in) { if (state == 1 && in == 2) state = 2; else if (state == 2 && in == 3) state = 3; else state = 1; }
        int main(void) {
          while (1) {
            int in = __VERIFIER_nondet_int(); if (in != 2 && in != 3) return 0;
            if (state == 3 && in == 2) reach_error(); step(in);
          }
        }"""),
    "members of a structure": true("""
        struct device { int open; int uses; struct { short kind; char name[4]; } info; } d;
        int main(void) {
          d.open = 1; d.info.kind = 7; d.info.name[1] = 'x'; d.uses = __VERIFIER_nondet_int();
          if (d.info.kind != 7) reach_error(); if (d.open != 1) reach_error();
          struct device e = d; if (e.info.name[1] != 'x') reach_error();
          return 0;
        }"""),
    "wrong member of a structure": false("""
        struct in { int a; int b; }; struct out { int k; struct in i; struct in j; } o;
        int main(void) {
          o.i.a = 1; o.j.a = 2; o.i = o.j; if (o.i.a == 1) return 0; if (o.i.a == 2) reach_error();
          return 0;
        }"""),
    "bit-fields": true("""
        struct { unsigned a : 3; unsigned b : 9; int c : 4; } f;
        int main(void) {
          f.a = 9; f.b = 300; f.c = 9; int n = __VERIFIER_nondet_int();
          if (f.a != 1) reach_error(); if (n && f.b != 300) reach_error(); if (f.c != -7) reach_error();
          return 0;
        }"""),
    "unions, with and without names": true("""
        union bits { float f; unsigned n; unsigned char b[4]; };
        struct { int k; union { int a; float f; }; union { int b; char c; }; } v;
        int main(void) {
          union bits u; u.f = 1.0f; if (u.n != 0x3f800000u) reach_error(); u.b[3] = 0; if (u.n != 0x800000u) reach_error();
          v.a = 1; v.b = 2; if (v.a != 1) reach_error(); if (v.b != 2) reach_error();
          return 0;
        }"""),
    "elements of an array": true("""
        int t[4] = {3, 1, 2};
        int main(void) {
          int i = t[1], j = t[i]; t[j] = 9; if (j != 1) reach_error();
          if (t[1] != 9) reach_error(); if (t[0] + t[2] + t[3] != 5) reach_error();
          return 0;
        }"""),
    "any element of an array": false("""
        int t[4] = {3, 1, 2};
        int main(void) {
          unsigned i = __VERIFIER_nondet_uint(); if (i > 3) return 0;
          t[i] = 7; if (i == 2) { if (t[2] == 7 && t[0] == 3) reach_error(); }
          return 0;
        }"""),
    "pointers to variables": true("""
        int g = 1, h = 2;
        int main(void) {
          int x = 5, *p = &x, *q = &g, **r = &p;
          *p = 6; *r = q; **r = 3; if (x != 6) reach_error(); if (g != 3) reach_error();
          if (__VERIFIER_nondet_bool()) p = &h; else p = &x;
          *p = 4; if (g != 3) reach_error(); if (h != 2 && h != 4) reach_error();
          return 0;
        }"""),
    "address taken later": true("""
        int *q, n; void store(int *p) { *p = 3; }
        int main(void) {
          int x = 0; store(&n); if (x == 2) reach_error(); store(&n); if (x) reach_error();
          q = &x; return *q + n;
        }"""),
    "one of two pointers": false("""
        int g = 1, h = 2;
        int main(void) {
          int *p = &g; if (__VERIFIER_nondet_bool()) p = &h;
          *p = 4; if (g == 1) if (h == 4) reach_error();
          return 0;
        }"""),
    "list on the heap": true("""
        struct node { int value; struct node *next; };
        int main(void) {
          struct node *head = 0; int sum = 0;
          for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n); n->value = i + 1; n->next = head; head = n; }
          while (head) { struct node *next = head->next; sum += head->value; free(head); head = next; }
          if (sum != 6) reach_error();
          return 0;
        }"""),
    "blocks that are not equal": true("""
        int main(void) {
          int *a = malloc(4), *b = malloc(4), *c = a; *a = 1; *b = 2; *c = 3;
          if (__VERIFIER_nondet_bool()) *b = 5;
          if (a == b) reach_error(); if (*a != 3) reach_error(); if (*b == 1) reach_error();
          free(b); b = c; if (*b != 3) reach_error();
          return 0;
        }"""),
    "error on the heap": false("""
        struct node { int value; struct node *next; };
        int main(void) {
          struct node *head = 0;
          for (int i = 0; i < 2; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = head; head = n; }
          int k = __VERIFIER_nondet_int(); if (k == 4) head->next->value = k;
          if (head->value == 1) if (head->next->value == 4) reach_error();
          return 0;
        }"""),
    "tables of functions": true("""
        int bad(int x) { reach_error(); return x; } int inc(int x) { return x + 1; }
        struct ops { int n; int (*run)(int); } ops = {3, inc}, *where = &ops; int (*table[2])(int) = {bad, inc};
        int main(void) {
          int r = where->run(where->n); if (r != 4) reach_error();
          r = table[1](r); if (r != 5) reach_error(); int (*f)(int) = inc; if (f(1) != 2) reach_error();
          return 0;
        }"""),
    "function chosen by an input": false("""
        int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } struct { int n; int (*run)(int); } ops = {0, inc};
        int main(void) {
          if (__VERIFIER_nondet_bool()) ops.run = dec; int r = ops.run(1);
          if (r == 0) reach_error(); if (r != 2) reach_error();
          return 0;
        }"""),
    "recursion": true("""
        int sum(int n) { if (n <= 0) return 0; int rest = sum(n - 1); return rest + n; }
        int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
        int main(void) { if (sum(4) != 10) reach_error(); if (!even(4)) reach_error(); return 0; }"""),
    "recursion with an error": false("""
        int depth; void down(int n) { depth++; if (depth == 3) { if (n == 1) reach_error(); } if (n > 0) down(n - 1); }
        int main(void) { down(3); return 0; }"""),
    "results in arguments": true("""
        int divide(int a, int b, int *rest) { if (b == 0) return -1; *rest = a % b; return a / b; }
        int main(void) {
          int rest = -1, q = divide(17, 5, &rest); if (q != 3 || rest != 2) reach_error();
          q = divide(1, 0, &rest); if (q != -1) reach_error(); if (rest != 2) reach_error();
          return 0;
        }"""),
    "the same function twice": false("""
        int g; int set(int v) { int old = g; g = v; return old; }
        int main(void) {
          int a = set(3), b = set(4);
          if (a != 0) reach_error(); if (b == 3) if (g == 4) reach_error();
          return 0;
        }"""),
    "floats": true("""
        int main(void) {
          double d = 0.5, e; float f = 0.1f; e = d * 4; if (e != 2.0) reach_error();
          if (__VERIFIER_nondet_bool()) f = f + f; if (f > 1) reach_error(); double z = -0.0; if (1 / z > 0) reach_error();
          return 0;
        }"""),
    "shadowed names": true("""
        int x = 1;
        int main(void) {
          int r = x; if (r != 1) reach_error(); int x = 2;
          { static int x = 3; if (x != 3) reach_error(); x = 3; { int x = 4; r = x; } }
          if (x != 2) reach_error(); if (r != 4) reach_error();
          return 0;
        }"""),
    "jumps": true("""
        int main(void) {
          int n = 0, k = 0;
        again: n++; if (n == 2) goto out; if (n > 2) reach_error(); goto again;
        out: switch (n) { case 1: k = 1; break; case 2: k = 2; case 3: k += 5; break; default: reach_error(); }
          if (k != 7) reach_error();
          return 0;
        }"""),
    "switch over an input": false("""
        int main(void) {
          int n = __VERIFIER_nondet_int(), k = 0;
          switch (n) { case 1: k = 1; case 2: k += 2; break; case 9: goto end; default: k = -1; }
          if (k == 3) if (n == 1) reach_error();
        end: return 0;
        }"""),
    "assumptions": true("""
        int main(void) {
          int a = __VERIFIER_nondet_int(), b = 3; __VERIFIER_assume(a == b); __VERIFIER_assume(b == 3);
          if (a != 3) reach_error(); long l = a; if (l + 1 != 4) reach_error();
          return 0;
        }"""),
    "address over two members": true("""
        struct { int low; int high; } v; int x;
        int main(void) {
          int *p = &x, *q; memcpy(&v, &p, sizeof p); if (__VERIFIER_nondet_bool()) x = 1;
          memcpy(&q, &v, sizeof q); if (q != &x) reach_error();
          return 0;
        }"""),
}
