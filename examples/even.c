extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, even = 0;
  while (i < n) {
    if (i % 2 == 0)
      even++;
    i++;
  }
  if (even > i)
    reach_error();
  return 0;
}
