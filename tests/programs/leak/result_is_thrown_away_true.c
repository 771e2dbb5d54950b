// EXPECT: TRUE
// PROPERTY: G valid-memtrack
#include <stdlib.h>
static int *make(void) { return malloc(4); }
int main(void)
{
    free(make());
    return 0;
}
