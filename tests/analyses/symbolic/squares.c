extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  unsigned numbers[6], found = 0;
  for (int i = 0; i < 6; i++) {
    numbers[i] = __VERIFIER_nondet_ushort();
    if (numbers[i] * numbers[i] % 7 == 2)
      found++;
  }
  for (int i = 0; i < 6; i++)
    if (numbers[i] * numbers[i] % 7 == 2)
      found--;
  if (found != 0)
    reach_error();
  return 0;
}
