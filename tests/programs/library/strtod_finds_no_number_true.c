// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *end;
    const char *text = "-.e1";
    double value = strtod(text, &end);
    if (end != text || value != 0)
        reach_error();
    return 0;
}
