// EXPECT: FALSE
// STDIN: a
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int ends = 0;
    for (int i = 0; i < 3; i++)
        if (getchar() == EOF && feof(stdin))
            ends++;
    assert(ends != 2);
    return 0;
}
