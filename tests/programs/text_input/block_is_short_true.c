// EXPECT: TRUE
// STDIN: abc
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char block[4];
    size_t got = fread(block, 1, sizeof block, stdin);
    if (got == sizeof block)
        assert(!feof(stdin));
    assert(got <= sizeof block);
    return 0;
}
