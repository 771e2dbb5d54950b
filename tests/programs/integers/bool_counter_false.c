// EXPECT: FALSE
// INPUT: 2
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { _Bool b = 0; unsigned n = __VERIFIER_nondet_uchar(), k = 0;
  while (k < n) { b++; k++; }
  A(b == (k % 2)); return 0; }
