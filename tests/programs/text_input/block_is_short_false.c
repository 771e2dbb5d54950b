// EXPECT: FALSE
// STDIN: abc
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char block[4];
    size_t got = fread(block, 1, sizeof block, stdin);
    if (feof(stdin))
        assert(got != 3 || block[1] != 'b');
    return 0;
}
