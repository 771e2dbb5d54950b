// EXPECT: TRUE
// PROPERTY: G valid-deref
static const int table[3] = {1, 2, 3};
static int changed[3] = {1, 2, 3};

int main(void)
{
  const int *pointer = changed;
  ((int *)pointer)[1] = ((int *)table)[1];
  return changed[0] - 1;
}
