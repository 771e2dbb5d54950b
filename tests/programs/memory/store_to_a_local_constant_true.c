// EXPECT: TRUE
// PROPERTY: G valid-deref
struct pair {
  int first, second;
};

static void set(const int *number) { *(int *)number = 3; }

int main(void)
{
  for (int i = 0; i < 2; i++) {
    const struct pair kept = {i, 2};
    struct pair copy = kept;
    set(&copy.second);
  }
  return 0;
}
