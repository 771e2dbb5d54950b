// EXPECT: TRUE
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    char line[6];
    int value = 0;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (int i = 0; line[i] && isdigit((unsigned char)line[i]); i++)
        value = value * 10 + (line[i] - '0');
    assert(value >= 0);
    assert(value <= 99999);
    return 0;
}
