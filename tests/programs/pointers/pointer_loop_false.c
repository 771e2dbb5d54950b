// EXPECT: FALSE
// INPUT: 7
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int a[8] = {0}, *p = a, *end = a + 8; int n = __VERIFIER_nondet_uchar() % 8; a[n] = 1;
  while (p != end && *p == 0) p++;
  A(p - a < 7); return 0; }
