// EXPECT: TRUE
// OTHER UNIT: void fill(char *text) { text[0] = text[1] = 97; text[2] = 0; }
#include <string.h>
extern void reach_error(void);
extern void fill(char *text);

char text[4], other[4];

int main(void)
{
    fill(text);
    if (strlen(other) == 2)
        reach_error();
    return 0;
}
