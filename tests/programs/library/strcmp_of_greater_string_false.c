// EXPECT: FALSE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[10] = "xyz";
    if (strcmp(b, "xyw") > 0)
        reach_error();
    return 0;
}
