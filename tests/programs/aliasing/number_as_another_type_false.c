// EXPECT: FALSE
// PROPERTY: G ! incompatible-access
// NOT COMPILED: the sanitizers do not look at types
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

static int set(int *number, float *other)
{
  *number = 1;
  *other = 2.0f;
  return *number;
}

int main(void)
{
  int x;
  float y;
  float *other = (float *)&x;
  if (__VERIFIER_nondet_int())
    other = &y;
  return set(&x, other);
}
