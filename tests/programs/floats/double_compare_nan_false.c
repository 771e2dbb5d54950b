// EXPECT: FALSE
// INPUT: 1
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { double d = 1.0; if (__VERIFIER_nondet_bool()) { d = 0.0; d = d / d; } int k = 0; while (k < 3) k++; A(!(d != d)); return 0; }
