// EXPECT: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    void (*p)(void) = abort;
    p();
    reach_error();
    return 0;
}
