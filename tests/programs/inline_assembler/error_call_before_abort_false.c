// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    __asm__ volatile("call reach_error");
    abort();
}
