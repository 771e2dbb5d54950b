// Value analysis with CEGAR, Figure 4.1: only flag must be tracked, so the loop is not unrolled.
extern int system_call(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int flag = 0;
  unsigned ticks = 0;
  unsigned x = __VERIFIER_nondet_int();
  int result;

  while (1) {
    ticks = ticks + 1;
    result = system_call();
    if (result == 0 || ticks > x) break;
  }

  if (flag > 0) reach_error();
  return 0;
}
