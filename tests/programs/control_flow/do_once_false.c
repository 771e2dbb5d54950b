// EXPECT: FALSE
// INPUT: 0
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_uchar(), i = 0; do i++; while (i < n); A(i == n); return 0; }
