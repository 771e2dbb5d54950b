// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: gcc does not look into library functions
#include <string.h>
int main(void)
{
    char line[8] = " text";
    char *begin = line;
    while (*begin == ' ')
        begin++;
    strcpy(line, begin);
    return line[0] != 't';
}
