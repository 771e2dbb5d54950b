// EXPECT: FALSE
#include <assert.h>
#include <string.h>

static void reverse(char *s)
{
    int n = strlen(s);
    for (int i = 0; i < n; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

int main(void)
{
    char word[] = "stack";
    reverse(word);
    assert(strcmp(word, "kcats") == 0);
    return 0;
}
