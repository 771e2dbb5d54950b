// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>

int main(void)
{
  long double *number = malloc(sizeof *number);
  if (number == 0)
    return 0;
  *number = 1.0L;
  free(number);
  return 0;
}
