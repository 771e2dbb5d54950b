// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);

static void clear(int n, int a[static n]) { a[0] = 0; }
static int first(const int a[const static 3]) { return a[0]; }

int main(void)
{
  int numbers[5];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5)
    return 0;
  clear(n, numbers);
  clear(2, numbers + 3);
  return first(numbers);
}
