// Sliced prefixes, Figure 7.6: one contradiction is about the counter y, the other about x.
extern void reach_error(void);

void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    reach_error();
  }
  return;
}

int main(void) {
  unsigned int x = 1;
  unsigned int y = 0;
  while (y < 1024) {
    x = 0;
    y++;
  }

  __VERIFIER_assert(x == 0);
}
