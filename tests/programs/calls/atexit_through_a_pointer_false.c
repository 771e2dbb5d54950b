// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
static void last(void) { reach_error(); }
int main(void)
{
    int (*at_end)(void (*)(void)) = atexit;
    at_end(last);
    return 0;
}
