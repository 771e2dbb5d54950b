// EXPECT: FALSE
// INPUT: 3 4
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
static int count(int n) { int c = 0; while (c < n) c++; return c; }
int main(void) { int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(); int s = count(a), t = count(b); A(s + t == a + b && s != 3); return 0; }
