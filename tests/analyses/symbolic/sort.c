extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define LENGTH 5

int main(void) {
  int numbers[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    int next = __VERIFIER_nondet_int(), place = i;
    while (place > 0 && numbers[place - 1] > next) {
      numbers[place] = numbers[place - 1];
      place--;
    }
    numbers[place] = next;
  }
  for (int i = 1; i < LENGTH; i++)
    if (numbers[i - 1] > numbers[i])
      reach_error();
  return 0;
}
