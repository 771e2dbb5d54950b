// Value analysis, Figure 3.1: both branches are followed, and f is known in each.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 0;
  int b = 1;
  int c = __VERIFIER_nondet_int();
  if (c) {
    a = 1;
  } else {
    a = 2;
  }
  int f = a - b;
  if (f < 0) reach_error();
  return 0;
}
