// EXPECT: FALSE
// INPUT: 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int x = 0, y = 0, *p = &x, **pp = &p;
  while (__VERIFIER_nondet_bool()) { **pp += 1; *pp = &y; }
  A(x == 0); return 0; }
