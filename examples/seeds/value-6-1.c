// Composite analysis, Figure 6.1: two assumptions contradict each other, and no value is known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int();

  if (a != 1) {
    if (a == 1) reach_error();
  }
  return 0;
}
