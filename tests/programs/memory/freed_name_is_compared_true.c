// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *name = malloc(3);
    strcpy(name, "ab");
    int same = strcmp("ab", name) == 0;
    free(name);
    return same;
}
