// Variable roles, Figure 3.5a: result is the result of a recursive function.
extern int nondet_int(void);

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int m = nondet_int();
  int n = nondet_int();
  int result = ackermann(m, n);
  return result;
}
