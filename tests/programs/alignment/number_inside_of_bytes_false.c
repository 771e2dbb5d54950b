// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
// NOT COMPILED: the sanitizer of gcc 12 says nothing of it
// INPUT: 6
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  char *bytes = calloc(4, sizeof(int));
  int place = __VERIFIER_nondet_int();
  if (bytes == 0 || place < 0 || place > 12)
    return 0;
  int *number = (int *)(bytes + place);
  int found = *number;
  free(bytes);
  return found;
}
