// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the sanitizer of gcc 12 says nothing of it
static int read(void *from) { return *(int *)from; }

int main(void)
{
  char bytes[9] = {0};
  void *place = bytes;
  place = (char *)place + 5;
  return read(place);
}
