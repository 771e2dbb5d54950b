// EXPECT: FALSE, or TRUE if assumed: do not overlap
// PROPERTY: G ! library-contract
#include <stdlib.h>
#include <string.h>
static void move(char *target, const char *source, unsigned long length)
{
    memcpy(target, source, length);
}
int main(void)
{
    char *text = calloc(8, 1);
    move(text, text + 1, 4);
    free(text);
    return 0;
}
