// EXPECT: FALSE
#include <errno.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *end;
    errno = 0;
    double value = strtod("2.5kg", &end);
    if (errno == 0 && *end == 107 && value > 2 && value < 3)
        reach_error();
    return 0;
}
