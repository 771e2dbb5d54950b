// EXPECT: FALSE
// INPUT: 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned x = 0, y = 0;
  if (__VERIFIER_nondet_bool()) goto b;
  a: x++; if (!__VERIFIER_nondet_bool()) goto end;
  b: y++; if (__VERIFIER_nondet_bool()) goto a;
  end: A(x == y || x == y + 1); return 0; }
