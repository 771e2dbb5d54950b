// EXPECT: FALSE
// STDIN: ab
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    c = getchar();
    assert(c == EOF || !feof(stdin));
    c = getchar();
    assert(!feof(stdin));
    return 0;
}
