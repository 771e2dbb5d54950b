// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
static int read(void *from) { return *(int *)from; }

int main(void)
{
  _Alignas(int) char bytes[9] = {0};
  void *place = bytes;
  place = (char *)place + 5;
  return read(place);
}
