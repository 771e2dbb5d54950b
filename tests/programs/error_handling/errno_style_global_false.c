// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static int last_error;

static int parse_digit(char c)
{
    if (c < '0' || c > '9') {
        last_error = 1;
        return 0;
    }
    return c - '0';
}

int main(void)
{
    const char *text = "12a";
    int value = 0;
    last_error = 0;
    for (const char *p = text; *p; p++) {
        value = value * 10 + parse_digit(*p);
        if (last_error)
            break;
    }
    assert(last_error == 1);
    assert(value == 12);
    return 0;
}
