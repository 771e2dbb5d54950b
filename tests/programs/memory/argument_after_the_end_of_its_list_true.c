// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int first = va_arg(list, int);
    va_end(list);
    va_start(list, count);
    first += count == 2 ? va_arg(list, int) + va_arg(copy, int) : 0;
    va_end(list);
    va_end(copy);
    return first;
}
int main(void)
{
    return sum(__VERIFIER_nondet_int(), 1, 2);
}
