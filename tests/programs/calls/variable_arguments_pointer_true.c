// EXPECT: TRUE
#include <stdarg.h>

extern void reach_error(void);

void setp(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int *p = va_arg(ap, int *);
    *p = 5;
    va_end(ap);
}

int main()
{
    int x = 0;
    setp(1, &x);
    if (x != 5)
        reach_error();
    return 0;
}
