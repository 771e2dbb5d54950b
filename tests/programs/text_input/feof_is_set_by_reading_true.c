// EXPECT: TRUE
// STDIN: ab
#include <assert.h>
#include <stdio.h>

int main(void)
{
    assert(!feof(stdin));
    if (getchar() != EOF)
        assert(!feof(stdin));
    return 0;
}
