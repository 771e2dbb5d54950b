// EXPECT: FALSE
// MACHINE: both
#include <assert.h>
#include <string.h>

static const char *keys[4];
static int values[4];

static unsigned hash(const char *s)
{
    unsigned h = 0;
    while (*s)
        h = h * 31 + (unsigned char)*s++;
    return h % 4;
}

static void set(const char *key, int value)
{
    unsigned i = hash(key);

    keys[i] = key;
    values[i] = value;
}

static int get(const char *key)
{
    for (unsigned i = 0; i < 4; i++)
        if (keys[i] && strcmp(keys[i], key) == 0)
            return values[i];
    return -1;
}

int main(void)
{
    set("a", 1);
    set("e", 2);
    assert(get("a") == 1);
    assert(get("e") == 2);
    return 0;
}
