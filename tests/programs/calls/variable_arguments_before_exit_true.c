// EXPECT: TRUE
#include <stdlib.h>
#include <stdarg.h>

extern void reach_error(void);

int g;
void f(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    g = va_arg(ap, int);
    if (g != 3)
        reach_error();
    exit(0);
}

int main()
{
    f(1, 3);
    return 0;
}
