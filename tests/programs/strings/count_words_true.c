// EXPECT: TRUE
#include <assert.h>

static int words(const char *s)
{
    int count = 0, inside = 0;
    for (; *s; s++)
        if (*s == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            count++;
        }
    return count;
}

int main(void)
{
    assert(words("") == 0);
    assert(words("  one two ") == 2);
    return 0;
}
