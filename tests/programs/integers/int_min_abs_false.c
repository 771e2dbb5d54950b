// EXPECT: FALSE
// INPUT: -2147483648
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_int(), k = 0; unsigned m = n < 0 ? -(unsigned)n : n; while (k < 2) k++; A(m < 2147483648u); return 0; }
