// EXPECT: TRUE
#include <stdlib.h>
#include <setjmp.h>

extern void reach_error(void);

jmp_buf b;
int main()
{
    if (setjmp(b) == 2)
        reach_error();
    longjmp(b, 1);
    abort();
}
