// EXPECT: FALSE
#include <assert.h>
#include <string.h>

static void copy(char *to, const char *from, unsigned size)
{
    unsigned i;
    for (i = 0; i + 1 < size && from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
}

int main(void)
{
    struct {
        char name[4];
        char guard;
    } r = {"", 'g'};
    copy(r.name, "longer", sizeof r);
    assert(r.guard == 'g');
    assert(strlen(r.name) == 3);
    return 0;
}
