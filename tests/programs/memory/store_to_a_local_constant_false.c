// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: constants of a function lie in memory that can be written
struct pair {
  int first, second;
};

static void set(int *number) { *number = 3; }

int main(void)
{
  for (int i = 0; i < 2; i++) {
    const struct pair kept = {i, 2};
    set((int *)&kept.second);
  }
  return 0;
}
