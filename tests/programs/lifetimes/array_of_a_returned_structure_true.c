// EXPECT: TRUE
// PROPERTY: G valid-deref
struct row {
  int cells[3];
};

static struct row make(int first)
{
  struct row made = {{first, first + 1, first + 2}};
  return made;
}

static int get(const int *cells, int place) { return cells[place]; }

int main(void)
{
  int sum = 0;
  for (int i = 0; i < 2 && get(make(i).cells, 2) == i + 2; i++)
    sum += get(make(i).cells, 1);
  return sum;
}
