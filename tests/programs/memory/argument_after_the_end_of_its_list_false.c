// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 2
// NOT COMPILED: gcc does not look at lists of arguments
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    va_end(list);
    return count == 2 ? first + va_arg(list, int) : first;
}
int main(void)
{
    return sum(__VERIFIER_nondet_int(), 1, 2);
}
