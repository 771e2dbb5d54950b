// EXPECT: FALSE
// INPUT: 1 1 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
struct s { int a, b; };
int main(void) { struct s x = {0, 0}, y = {1, 2};
  while (__VERIFIER_nondet_bool()) { struct s t = x; x = y; y = t; y.a++; }
  A(x.a <= 1); return 0; }
