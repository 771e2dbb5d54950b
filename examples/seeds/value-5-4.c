// Global refinement, Figure 5.4: one interpolant tree excludes the four assertions, with a for the first and b for the others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 1;
  if (__VERIFIER_nondet_int()) {
    if (a != 1) reach_error();
    return 0;
  }
  int b = 1;
  if (__VERIFIER_nondet_int()) {
    if (b != 1) reach_error();
    return 0;
  }
  if (__VERIFIER_nondet_int()) {
    if (b != 1) reach_error();
    return 0;
  }
  if (b != 1) return 0;
  if (b != 1) reach_error();
  return 0;
}
