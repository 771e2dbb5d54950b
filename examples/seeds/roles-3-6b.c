// Variable roles, Figure 3.6b: local counter and loop bound.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

int main(void) {
  int buflen = __VERIFIER_nondet_int();
  int inlen = __VERIFIER_nondet_int();
  __VERIFIER_assume(buflen > 1);
  __VERIFIER_assume(inlen > buflen);

  int buf = 0;

  int buflim = buflen - 2;

  while (__VERIFIER_nondet_int()) {
    if (buf == buflim) break;
    __VERIFIER_assert(buf < buflen);
    buf++;
    __VERIFIER_assert(buf < inlen);
  }
}
