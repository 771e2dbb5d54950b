// Sliced prefixes, Figure 7.1: the path is infeasible because of the counter i, and because of b.
extern void use(int);
extern void reach_error(void);

int main(void) {
  int b = 0;
  int i = 0;

  while (1) {
    if (i > 9) break;
    use(i++);
  }
  if (b != 0) {
    if (i != 10) reach_error();
  }
  return 0;
}
