// EXPECT: FALSE
// STDIN: )
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c, depth = 0;
    while ((c = getchar()) != EOF) {
        if (c == '(')
            depth++;
        if (c == ')')
            depth--;
        assert(depth >= 0);
    }
    return 0;
}
