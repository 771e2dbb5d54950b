// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n')
        line[n - 1] = 0;
    assert(strlen(line) <= n);
    return 0;
}
