// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdarg.h>

static long sum(int count, ...)
{
  va_list list;
  long total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    total += va_arg(list, long);
  va_end(list);
  return total;
}

int main(void) { return sum(2, 1L, 2UL) == 3; }
