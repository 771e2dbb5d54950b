// EXPECT: TRUE
// PROPERTY: G ! unsequenced
#include <stdarg.h>
static int greatest(int count, ...)
{
    va_list list;
    va_start(list, count);
    int found = va_arg(list, int);
    for (int i = 1; i < count; i++) {
        int next = va_arg(list, int);
        found = next > found ? next : found;
    }
    va_end(list);
    return found;
}
int main(void)
{
    return greatest(3, greatest(2, 1, 9), greatest(1, 4), 7) - 9;
}
