// CPA-DF, RQ3: without mode <= 2 no number of steps is inductive; the data-flow analysis finds it, and k-induction proves the rest.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned mode = 0;
  int x = 0;

  while (1) {
    if (mode == 0) {
      mode = 1;
    } else if (mode == 1) {
      mode = 2;
    } else if (mode == 2) {
      mode = 0;
    } else if (__VERIFIER_nondet_int()) {
      x = -1;
    }
    if (x < 0) reach_error();
  }
}
