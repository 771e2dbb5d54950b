// Variable roles, Figure 3.3: m is an enumeration and nondetermined is unresolved.
extern int nondet_int(void);
extern void assert(int);

int lock(int m) {
  int nondetermined;
  nondetermined = nondet_int();
  assert(m == 1);
  if (nondetermined) {
    m = 2;
    return 0;
  } else {
    return -4;
  }
}
