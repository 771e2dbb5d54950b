// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int last(int count, ...)
{
    va_list list;
    int found = 0;
    if (count > 0) {
        va_start(list, count);
        found = va_arg(list, int);
    }
    if (count > 0)
        va_end(list);
    return found;
}
int main(void)
{
    return last(__VERIFIER_nondet_int(), 1);
}
