// EXPECT: FALSE
#include <assert.h>

static char upper(char c)
{
    return c >= 'a' && c < 'z' ? c - 'a' + 'A' : c;
}

int main(void)
{
    char text[] = "az?";
    for (int i = 0; text[i]; i++)
        text[i] = upper(text[i]);
    assert(text[0] == 'A');
    assert(text[1] == 'Z');
    assert(text[2] == '?');
    return 0;
}
