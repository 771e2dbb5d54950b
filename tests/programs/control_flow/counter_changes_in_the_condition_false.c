// EXPECT: FALSE
// INPUT: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_uchar(), i = 0, s = 0;
  while (i++ < n) s += i;
  A(2 * s == i * (i - 1) && i != 4); return 0; }
