// EXPECT: FALSE
// STDIN: \xff
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (c == EOF)
        return 0;
    assert(c >= 0 && c <= 127);
    return 0;
}
