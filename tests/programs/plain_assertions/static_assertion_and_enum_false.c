// EXPECT: FALSE
#include <assert.h>

enum color { RED, GREEN, BLUE, COLORS };

static const char *const names[] = {"red", "green", "blue"};

_Static_assert(sizeof names / sizeof names[0] == COLORS, "a name for each");

int main(void)
{
    for (enum color c = RED; c < COLORS; c++)
        assert(names[c][0] != 'g');
    return 0;
}
