// EXPECT: TRUE
// PROPERTY: G ! incompatible-access
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static float get(const float *number) { return *number; }

int main(void)
{
  int x = 1;
  float y = 2.0f, numbers[2] = {1.0f, 2.0f};
  float *other = (float *)&x;
  *(unsigned *)other = 3;
  memcpy(&x, &y, sizeof x);
  *(char *)&x = 4;
  other = __VERIFIER_nondet_int() ? &y : &numbers[1];
  return get(other) > 1;
}
