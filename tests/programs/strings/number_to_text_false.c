// EXPECT: FALSE
#include <assert.h>
#include <string.h>

static void to_text(unsigned n, char *out)
{
    char digits[10];
    int count = 0;
    do {
        digits[count++] = '0' + n % 10;
        n /= 10;
    } while (n > 9);
    while (count > 0)
        *out++ = digits[--count];
    *out = 0;
}

int main(void)
{
    char text[11];
    to_text(0, text);
    assert(strcmp(text, "0") == 0);
    to_text(120, text);
    assert(strcmp(text, "120") == 0);
    return 0;
}
