// EXPECT: FALSE
// INPUT: 9
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_uchar(), i, odd = 0; for (i = 0; ; i++) { if (i >= n) break; if (i % 2 == 0) continue; odd++; } A(2 * odd == n); return 0; }
