// EXPECT: TRUE
#include <assert.h>

static unsigned length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

int main(void)
{
    assert(length("") == 0);
    assert(length("hello") == 5);
    return 0;
}
