// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *block = malloc(10);
    if (!block)
        return 1;
    memset(block, 0, 11);
    free(block);
    return 0;
}
