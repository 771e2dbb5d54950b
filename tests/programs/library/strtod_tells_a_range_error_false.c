// EXPECT: FALSE
#include <errno.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    errno = 0;
    strtod("1e999", 0);
    if (errno == ERANGE)
        reach_error();
    return 0;
}
