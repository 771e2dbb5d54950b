// Newton refinement, Figure 3.1: y is irrelevant; the infeasible core and live variables leave it out.
extern void reach_error(void);

int main(void) {
  int x = 0;
  int y = 1;

  while (x < 1) {
    x = x + 1;
  }
  if (x != 1) {
    goto ERROR;
  }
  return 0;
ERROR:
  reach_error();
  return -1;
}
