// EXPECT: FALSE
#include <assert.h>
#include <ctype.h>

static int same(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == 0;
}

int main(void)
{
    assert(same("Hello", "hELLO"));
    assert(!same("Hell", "hello"));
    return 0;
}
