// EXPECT: FALSE
#include <string.h>

extern void reach_error(void);

int main()
{
    char b[8] = "ab";
    int g = 5;
    strcat(b, "cd");
    if (g == 5)
        reach_error();
    return 0;
}
