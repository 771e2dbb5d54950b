// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc keeps the structure until the function returns
struct row {
  int cells[3];
};

static struct row make(int first)
{
  struct row made = {{first, first + 1, first + 2}};
  return made;
}

int main(void)
{
  int *cell, second = 1;
  cell = &make(3).cells[second];
  return *cell;
}
