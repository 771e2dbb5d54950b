// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char *key = calloc(4, 2), other[8] = {0};
    int order = memcmp(key, other, sizeof other);
    free(key);
    return order;
}
