/* The mean of some numbers.  No assertion fails, but other things go wrong: whet verify --all finds them. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = __VERIFIER_nondet_int();
  int sum = 0, most = 3;
  if (count < 0 || count > most)
    return 0;
  for (int i = 0; i < count; i++) {
    int number = __VERIFIER_nondet_int();
    sum = sum + number;
  }
  int mean = sum / count;
  assert(count <= most);
  return mean > most;
}
