// EXPECT: TRUE
#include <stdarg.h>

extern void reach_error(void);

int sum(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

int main()
{
    if (sum(3, 1, 2, 3) != 6)
        reach_error();
    return 0;
}
