// EXPECT: FALSE
// INPUT: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = 1 + __VERIFIER_nondet_uchar() % 5, i = 0, s = 0; again: { int v[n]; v[n - 1] = i; s += v[n - 1]; n++; } if (++i < 3) goto again; A(s == 2); return 0; }
