// EXPECT: TRUE, or FALSE if assumed
// MACHINE: ILP32
#include <stddef.h>

extern void reach_error(void);

int main()
{
    if (!(sizeof(max_align_t) == 48 || sizeof(max_align_t) == 32 || sizeof(max_align_t) == 28))
        reach_error();
    return 0;
}
