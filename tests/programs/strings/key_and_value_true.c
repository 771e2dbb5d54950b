// EXPECT: TRUE
#include <assert.h>
#include <string.h>

static int split(char *line, char **key, char **value)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return 0;
    *equals = 0;
    *key = line;
    *value = equals + 1;
    return 1;
}

int main(void)
{
    char line[] = "size=12", *key, *value;
    assert(split(line, &key, &value));
    assert(strcmp(key, "size") == 0);
    assert(strcmp(value, "12") == 0);
    return 0;
}
