// EXPECT: FALSE
// INPUT: 1 2 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int a = 0, b = 0, k;
  while ((k = __VERIFIER_nondet_int())) switch (k) { case 1: a++; case 2: b++; break; default: continue; }
  A(a == b); return 0; }
