// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
union place {
  char *bytes;
  int *number;
};

int main(void)
{
  static _Alignas(int) char bytes[16];
  union place place;
  place.bytes = bytes + 1;
  return *place.number;
}
