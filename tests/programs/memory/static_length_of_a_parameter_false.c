// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: the sanitizers do not look at lengths of parameters
// INPUT: 6
extern int __VERIFIER_nondet_int(void);

static int first(int n, const int a[static n]) { return a[0]; }

int main(void)
{
  int numbers[5] = {1};
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 6)
    return 0;
  return first(n, numbers);
}
