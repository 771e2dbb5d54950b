// Variable roles, Figure 3.6c: parity.
extern void reach_error(void);

int main(void) {
  int i;
  for (i = 0; i < 1000000; i += 2);
  if (!(i == 1000000)) reach_error();
}
