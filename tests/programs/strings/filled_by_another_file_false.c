// EXPECT: FALSE
#include <string.h>
extern void reach_error(void);
extern void fill(char *text);

char text[4];

int main(void)
{
    fill(text);
    if (strlen(text) == 2)
        reach_error();
    return 0;
}
