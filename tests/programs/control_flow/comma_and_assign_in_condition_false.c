// EXPECT: FALSE
// INPUT: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_uchar(), x = 0, y = 0;
  while (x++, (y += x) < n) ;
  A(y == x * (x + 1) / 2 && x != 2); return 0; }
