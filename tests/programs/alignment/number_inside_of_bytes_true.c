// EXPECT: TRUE
// PROPERTY: G ! misaligned-access
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  char *bytes = calloc(4, sizeof(int));
  int place = __VERIFIER_nondet_int();
  if (bytes == 0 || place < 0 || place > 12)
    return 0;
  int *number = (int *)(bytes + place / 4 * 4);
  int found = *number;
  free(bytes);
  return found;
}
