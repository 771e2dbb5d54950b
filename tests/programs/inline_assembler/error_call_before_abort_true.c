// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    __asm__ volatile("nop # call reach_error");
    abort();
}
