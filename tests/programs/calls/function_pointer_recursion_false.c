// EXPECT: FALSE
// INPUT: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
static int (*f)(int); static int depth;
static int g(int n) { int i = 0; while (i < n) { i++; if (i == n) { depth++; return f(n - 1); } } return 0; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; f = g; g(n); A(depth == 0 || depth == 1); return 0; }
