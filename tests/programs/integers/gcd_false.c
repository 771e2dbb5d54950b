// EXPECT: FALSE
// INPUT: 12 18
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(); if (!a || !b) return 0; unsigned x = a, y = b;
  while (y) { unsigned t = x % y; x = y; y = t; }
  A(x == 1 || x == a || x == b); return 0; }
