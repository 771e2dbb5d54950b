// Variable roles, Figure 2.1: the predicate x == y proves it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == n && y == n);

  while (x != 0) {
    x--;
    y--;
  }

  if (!(y == 0)) reach_error();
}
