// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
struct handle;

static struct handle *hidden(char *bytes) { return (struct handle *)bytes; }

static int shown(struct handle *handle)
{
  int *number = (int *)handle;
  return *number;
}

int main(void)
{
  static _Alignas(int) char bytes[16];
  return shown(hidden(bytes + 1));
}
