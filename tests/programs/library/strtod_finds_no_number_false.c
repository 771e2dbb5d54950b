// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *end;
    const char *text = "-.e1";
    strtod(text, &end);
    if (end == text)
        reach_error();
    return 0;
}
