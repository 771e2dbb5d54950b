// EXPECT: FALSE
// INPUT: 200
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { signed char c = (signed char)__VERIFIER_nondet_uchar(); int a[300], *m = a + 150;
  for (int i = 0; i < 300; i++) a[i] = 0;
  m[c] = 1;
  A(m[-56] == 0); return 0; }
