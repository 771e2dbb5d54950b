// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc touches only the bytes that hold the value
#include <stdlib.h>

int main(void)
{
  long double *number = malloc(12);
  if (number == 0)
    return 0;
  *number = 1.0L;
  free(number);
  return 0;
}
