// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the sanitizer of gcc 12 says nothing of it
struct __attribute__((packed)) head {
  char kind;
  int length;
};

static int get(const int *number) { return *number; }

int main(void)
{
  struct head head = {1, 5};
  return get(&head.length);
}
