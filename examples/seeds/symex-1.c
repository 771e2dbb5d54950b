// Symbolic execution with CEGAR, Figure 1: the number of iterations does not matter.
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  int a = 0;
  unsigned b = __VERIFIER_nondet_uint() % 1000;
  unsigned c = b + 1;

  while (a < 100) {
    if (__VERIFIER_nondet_bool()) a++;
  }

  if (b >= c) reach_error();
  return 0;
}
