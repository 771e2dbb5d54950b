// EXPECT: FALSE
// INPUT: 1
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned x = 0, y = 0;
  if (__VERIFIER_nondet_bool()) goto in;
  while (x < 10) { x++; in: y++; }
  A(x == y); return 0; }
