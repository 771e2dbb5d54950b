// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
#include <stdarg.h>

static int first(int count, ...)
{
  va_list list;
  va_start(list, count);
  int *number = va_arg(list, void *);
  va_end(list);
  return *number;
}

int main(void)
{
  static _Alignas(int) char bytes[16];
  return first(1, bytes + 1);
}
