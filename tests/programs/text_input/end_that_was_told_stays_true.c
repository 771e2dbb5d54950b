// EXPECT: TRUE
// STDIN: a
#include <assert.h>
#include <stdio.h>

int main(void)
{
    if (getchar() == EOF && feof(stdin))
        assert(getchar() == EOF);
    return 0;
}
