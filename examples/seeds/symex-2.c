// Symbolic execution with CEGAR, Figure 2: eager execution comes to the only error at once, SymEx+ refines once per variable.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  a = 2;
  b = 2;
  c = 2;
  d = 2;

  if (a == 1) reach_error();
  if (b == 1) reach_error();
  if (c == 1) reach_error();
  if (d == 2) reach_error();
  return 0;
}
