// EXPECT: FALSE
// INPUT: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int n = __VERIFIER_nondet_int(); unsigned u = 1; long r = n < 0 ? n : u; A(r < 0 || n >= 0); return 0; }
