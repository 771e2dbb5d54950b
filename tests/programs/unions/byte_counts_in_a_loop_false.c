// EXPECT: FALSE
// INPUT: 1 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { union { unsigned u; unsigned char c[4]; } x; x.u = 0;
  while (__VERIFIER_nondet_bool()) { x.c[1]++; }
  A(x.u < 512); return 0; }
