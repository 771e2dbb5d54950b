// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <string.h>
int main(void)
{
    char line[8] = " text";
    char *begin = line;
    while (*begin == ' ')
        begin++;
    char text[8];
    strcpy(text, begin);
    return text[0] != 't';
}
