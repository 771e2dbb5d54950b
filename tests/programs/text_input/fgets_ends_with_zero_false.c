// EXPECT: FALSE
// STDIN: x\n
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    assert(line[7] == 0 || strlen(line) < 8);
    assert(line[0] != 'x');
    return 0;
}
