// Variable roles, Figure 1.1a: x and x_old are bitvectors, n is a counter.
extern int nondet_int(void);

int main(void) {
  int x = nondet_int();
  int n = 0;
  int x_old = x;

  while (x) {
    n++;
    x = x & (x - 1);
  }
  return n;
}
