// EXPECT: FALSE
// PROPERTY: G ! unsequenced
// NOT COMPILED: gcc takes one of the orders
#include <stdarg.h>
static int first(int count, ...)
{
    va_list list;
    va_start(list, count);
    int found = va_arg(list, int);
    va_end(list);
    return found;
}
int main(void)
{
    int i = 1;
    return first(2, first(1, i++), first(1, i++));
}
