// EXPECT: FALSE
// INPUT: 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { union { unsigned u; unsigned short s[2]; } x; unsigned short *p = &x.s[1]; x.u = 0;
  while (__VERIFIER_nondet_bool()) { *p = 1; }
  A(x.u == 0); return 0; }
