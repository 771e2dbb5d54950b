// EXPECT: FALSE
// INPUT: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned i = 0, j = 0, c = 0, n = __VERIFIER_nondet_uchar();
  outer: while (i < n) { i++; for (j = 0; j < 4; j++) { c++; if (j == 2 && i == 2) goto outer; } }
  A(c == 4 * i); return 0; }
