// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_int(), c = 0, t = 0; if (n <= 0 || n > 6) return 0;
  t = (n + 3) / 4;
  switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while (--t > 0); }
  A(c == n); return 0; }
