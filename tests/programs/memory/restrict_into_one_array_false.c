// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: the sanitizers do not look at restrict
static void copy(int *restrict to, const int *restrict from)
{
  to[0] = from[0];
  to[1] = from[1];
}

int main(void)
{
  int one[3] = {1, 2, 3}, other[3] = {0};
  copy(one, one + 1);
  return other[0];
}
