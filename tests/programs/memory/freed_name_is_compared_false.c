// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *name = malloc(3);
    strcpy(name, "ab");
    free(name);
    return strcmp("ab", name) == 0;
}
