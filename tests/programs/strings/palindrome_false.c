// EXPECT: FALSE
#include <assert.h>
#include <string.h>

static int is_palindrome(const char *s)
{
    int i = 0, j = (int)strlen(s) - 1;
    while (i < j)
        if (s[i++] != s[j])
            return 0;
    return 1;
}

int main(void)
{
    assert(is_palindrome("level"));
    assert(!is_palindrome("levels"));
    return 0;
}
