// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the sanitizer of gcc 12 says nothing of it
struct handle;

static struct handle *hidden(char *bytes) { return (struct handle *)bytes; }

static int shown(struct handle *handle)
{
  int *number = (int *)handle;
  return *number;
}

int main(void)
{
  static char bytes[16];
  return shown(hidden(bytes + 1));
}
