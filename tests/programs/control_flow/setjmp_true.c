// EXPECT: TRUE
#include <setjmp.h>

extern void reach_error(void);

jmp_buf b;
void f(void)
{
    longjmp(b, 3);
}

int main()
{
    int r = setjmp(b);
    if (r == 0)
        f();
    else if (r != 3)
        reach_error();
    return 0;
}
