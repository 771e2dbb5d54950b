// EXPECT: TRUE
#include <errno.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *end;
    const char *text = "2.5kg";
    strtod(text, &end);
    if (end - text != 3 || *end != 107)
        reach_error();
    return 0;
}
