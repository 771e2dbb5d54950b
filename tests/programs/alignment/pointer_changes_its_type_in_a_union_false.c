// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the sanitizer of gcc 12 says nothing of it
union place {
  char *bytes;
  int *number;
};

int main(void)
{
  static char bytes[16];
  union place place;
  place.bytes = bytes + 1;
  return *place.number;
}
