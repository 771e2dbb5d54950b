// EXPECT: FALSE
// INPUT: 0 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
static int next(int reset) { static int a[3]; if (reset) a[1] = 0; a[1]++; return a[1]; }
int main(void) { int last = next(1); while (__VERIFIER_nondet_int() == 0) last = next(0) ; A(next(0) == 2); return last; }
